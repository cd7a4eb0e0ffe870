import { Info } from 'lucide-react'
import { Popover } from '../../ui/popover.tsx'
import type { HelpTopic } from '../../lib/help-topic.ts'
import { HelpCentreLink } from './help-centre-link.tsx'
import styles from './help-tip.module.css'

/** What a person may see, each with the next step. */
export function HelpSteps({ steps }: Pick<HelpTopic, 'steps'>) {
  return (
    <dl className={styles.steps}>
      {steps.map(([seen, next]) => (
        <div key={seen}>
          <dt>{seen}</dt>
          <dd>{next}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The (i) next to a heading: title and text of a topic. Opens on click, and on hover after 200 ms; Esc closes. */
export function HelpTip({ topic: { title, text, steps } }: { topic: HelpTopic }) {
  const label = `Help: ${title}`
  return (
    <Popover
      label={label}
      role="note"
      className={styles.text}
      trigger={
        <button type="button" className={styles.button} aria-label={label}>
          <Info aria-hidden="true" />
        </button>
      }
    >
      <strong>{title}</strong>
      <p>{text}</p>
      <HelpSteps steps={steps} />
      <HelpCentreLink />
    </Popover>
  )
}
