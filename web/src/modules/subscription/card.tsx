import { padAgencyId } from '@agency-support/contract/ids'
import { orNotAvailable } from '@agency-support/contract/rules/subscription'
import { ClipboardCopy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../components/loading/card-state.tsx'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { copyText } from '../../components/text/copy-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import surface from '../../ui/surface.module.css'
import styles from './card.module.css'
import { fieldLabel } from '../../lib/format/field-label.ts'
import { subscriptionMessages } from './messages.ts'
import type { Failure } from './to-failure.ts'

export interface CardProps {
  /** Name of the card, as used in its failure. */
  name: string
  agencyId: number
  failure: Failure | undefined
  /** A request is in flight. */
  asking: boolean
  onRetry: () => void
  /** Next to the heading. */
  aside?: ReactNode
  /** Undefined until there is something to show. */
  children: ReactNode | undefined
}

/** One of the four cards; each loads and fails independently. */
export function Card({ name, agencyId, failure, asking, onRetry, aside, children }: CardProps) {
  const id = useId()
  return (
    <section className={`${surface.card} ${styles.card}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{name}</h3>
        {aside}
      </div>
      {failure !== undefined ? (
        <Failed name={name} agencyId={agencyId} failure={failure} asking={asking} onRetry={onRetry} />
      ) : children === undefined ? (
        <Waiting what={name} />
      ) : (
        children
      )}
    </section>
  )
}

type FailedProps = Pick<CardProps, 'name' | 'agencyId' | 'asking' | 'onRetry'> & { failure: Failure }

/** The failure, to read and to paste into a ticket. */
function Failed({ name, agencyId, failure, asking, onRetry }: FailedProps) {
  const text = failure === 'internal' ? subscriptionMessages.internal(name) : subscriptionMessages.failed
  const facts = failure === 'internal' ? [] : toFacts(failure)
  const copy = () =>
    void copyText(
      [
        `${name}, agency ${padAgencyId(agencyId)}, ${new Date().toISOString()}`,
        text,
        ...facts.map(([term, value]) => `${term}: ${value}`),
      ].join('\n'),
      null,
      `the error of ${name}`,
    )
  return (
    <>
      <Problem>{text}</Problem>
      {facts.length > 0 && <Facts facts={facts} />}
      <div className={styles.actions}>
        <Button busy={asking} onClick={onRetry}>
          Try again
        </Button>
        <Button variant="quiet" icon={<ClipboardCopy aria-hidden="true" />} onClick={copy}>
          Copy as text
        </Button>
      </div>
    </>
  )
}

function toFacts({ code, message, exception }: Exclude<Failure, 'internal'>): [string, string][] {
  return [
    ['Code', orNotAvailable(code)],
    ['Message', orNotAvailable(message)],
    ['Exception', orNotAvailable(exception)],
  ]
}

/** For field names that make no understandable words. */
const labels: Readonly<Record<string, string>> = { CmsAgencyId: 'CMS agency id', IsLocal: 'Local install' }

/** Fields and values, with the original field names as titles; empty values already say N/A. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt title={term}>{labels[term] ?? fieldLabel(term)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An email address that can be copied, or N/A. */
export function EmailOrNot({ address }: { address: string | null }) {
  const shown = orNotAvailable(address)
  return shown === address ? <CopiedEmail address={address} /> : shown
}
