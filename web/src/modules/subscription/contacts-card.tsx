import { type Contact, subscription } from '@agency-support/contract/modules/subscription'
import { orNotAvailable } from '@agency-support/contract/rules/subscription'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, EmailOrNot, Facts } from './card.tsx'
import styles from './card.module.css'
import { useCard } from './use-card.ts'
import { formatCount } from '../../lib/format/format-count.ts'

const nobody: Contact = { PersonId: null, Name: null, Initials: null, Email: null }

/** Main Contacts: the first one is shown, the others on request. */
export function ContactsCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.contacts, agencyId)
  return (
    <Card name="Main Contacts" agencyId={agencyId} failure={failure} asking={asking} onRetry={retry}>
      {data && <Contacts contacts={data} />}
    </Card>
  )
}

function Contacts({ contacts: [first = nobody, ...others] }: { contacts: readonly Contact[] }) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const count = formatCount(others.length, 'other')
  return (
    <>
      <Facts facts={toFacts(first)} />
      {others.length > 0 && (
        <Button
          variant="quiet"
          className={styles.link}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? `Hide ${count}` : `Show ${count}`}
        </Button>
      )}
      <ul id={id} className={styles.others} aria-label="Other contacts" hidden={!shown}>
        {others.map((contact, index) => (
          <li key={index}>
            <Facts facts={toFacts(contact)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function toFacts({ PersonId, Name, Initials, Email }: Contact) {
  return [
    ['PersonId', orNotAvailable(PersonId)],
    ['Name', orNotAvailable(Name)],
    ['Initials', orNotAvailable(Initials)],
    ['Email', <EmailOrNot key="email" address={Email} />],
  ] as const
}
