import { onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { Check } from 'lucide-react'
import styles from './onboarding-steps.module.css'

/** The steps to Live; 911, Not Setup, is not one. */
const steps = onboardingStatuses.filter(({ id }) => id < 900)

/** Onboarding progress of an agency; nothing if its status is not a step. */
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
