import { onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { Check } from 'lucide-react'
import styles from './onboarding-steps.module.css'

/** The way to Live; 911, Not Setup, is no step of it. */
const steps = onboardingStatuses.filter(({ id }) => id < 900)

/** How far an agency has come; nothing for one that stands nowhere on the way. */
export function OnboardingSteps({ status }: { status: number }) {
  const at = steps.findIndex(({ id }) => id === status)
  if (at === -1) return null
  return (
    <section className={styles.steps} aria-labelledby="onboarding-steps">
      <h3 id="onboarding-steps">
        Onboarding: {at + 1} of {steps.length}, {steps[at]?.name}
      </h3>
      <ol>
        {steps.map(({ id, name, meaning }, index) => (
          <li
            key={id}
            data-done={index < at || undefined}
            aria-current={index === at ? 'step' : undefined}
            data-tip={meaning}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < at ? <Check /> : index + 1}
            </span>
            {name}
          </li>
        ))}
      </ol>
    </section>
  )
}
