import type {
  FormstackGroup,
  FormstackUser,
  RegisteredUser,
} from '@agency-support/contract/modules/esignature'
import { toAddressKey } from '@agency-support/contract/rules/esignature'
import { Search } from 'lucide-react'
import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { Fact } from '../../ui/fact.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Answer } from './answer.tsx'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'
import type { QueryFailure } from './query-failure.ts'
import { useGroup } from './use-group.ts'
import type { FormstackLight } from './use-light.ts'
import { useUserActions } from './user-actions.ts'
import { Tick } from './users-card.tsx'

const format = 'MMM Do YYYY h:mm:ss a'

interface QueryCardProps {
  agencyId: number
  /** The agency's own group, as the initial value. */
  groupId: string
  /** Undefined until they are read. */
  users: readonly RegisteredUser[] | undefined
  light: FormstackLight
}

/** After Enter in the field, focus moves to the first account missing here, as from a search to its rows. */
function useWayToAccount(value: string, group: FormstackGroup | null) {
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef<string | null>(null)
  const lead = useEffectEvent(() => {
    if (document.activeElement !== field.current || asked.current !== value) return
    field.current?.closest('section')?.querySelector<HTMLElement>('[data-use] button:enabled')?.focus()
  })
  useEffect(() => {
    if (group !== null) lead()
  }, [group])
  return { field, noteAsked: () => void (asked.current = value) }
}

/** Queries Formstack for any group and shows its accounts next to the users registered here. */
export function QueryCard({ agencyId, groupId, users, light }: QueryCardProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const { ask, busy, asked, group, failure } = useGroup(agencyId, light)
  const value = typed ?? groupId
  const { field, noteAsked } = useWayToAccount(value, group)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    noteAsked()
    void ask(value)
  }
  const isInvalid = failure?.text === esignatureMessages.invalidGroup
  const failureId = useId()
  return (
    <TitledCard title="Formstack API Query" id="formstack-query">
      <form className={styles.query} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          name="groupId"
          label="Group id"
          mask={pastedText}
          value={value}
          onChange={setTyped}
          maxLength={50}
          spellCheck={false}
          error={isInvalid ? failure.text : null}
          errorAt={failureId}
        />
        <Button type="submit" icon={<Search aria-hidden="true" />} busy={busy}>
          Query
        </Button>
        {isInvalid && <Failure id={failureId} failure={failure} />}
      </form>
      <Answer asked={asked} waiting={busy && group === null}>
        {failure !== null && !isInvalid && <Failure failure={failure} />}
        {group !== null && <Group group={group} users={users} />}
      </Answer>
    </TitledCard>
  )
}

interface FailureProps {
  id?: string
  failure: QueryFailure
}

/** The failure, with the server's sentence below. */
export function Failure({ id, failure: { text, sentence } }: FailureProps) {
  return (
    <Problem id={id}>
      {text}
      {sentence !== null && <span className={styles.sentence}>{sentence}</span>}
    </Problem>
  )
}

interface GroupProps extends Pick<QueryCardProps, 'users'> {
  group: FormstackGroup
}

function Group({ group, users }: GroupProps) {
  return (
    <>
      <dl className={styles.facts}>
        <Fact term="Start date">
          <LocalTime at={group.startDate} format={format} />
        </Fact>
        <Fact term="Active">{group.active ? 'Yes' : 'No'}</Fact>
        <Fact term="Id">{group.id}</Fact>
      </dl>
      {group.users.length === 0 ? (
        <p className={styles.muted}>{esignatureMessages.noData}</p>
      ) : (
        <div className={styles.accounts}>
          <Accounts group={group} users={users} />
        </div>
      )}
    </>
  )
}

const columns = [
  { header: 'Id' },
  { header: 'Email' },
  { header: 'Active' },
  { header: 'Admin' },
  { header: 'Activated', zone: <Zone /> },
  { header: 'Deactivated' },
  { header: 'Created' },
  { header: 'Registered here' },
]

function Accounts({ group, users }: GroupProps) {
  const registered = users && new Map(users.map((user) => [toAddressKey(user.emailAddress), user]))
  return (
    <PlainTable label={`Accounts of group ${group.id}`} columns={columns} scrollLabel="Accounts, scrollable">
      {group.users.map((account) => (
        <tr key={account.id}>
          <th scope="row">
            <CopiedText text={account.id} what={`account id ${account.id}`} />
          </th>
          <td className={styles.address}>
            <CopiedEmail address={account.email} />
          </td>
          <td>
            <Tick on={account.active} />
          </td>
          <td>
            <Tick on={account.admin} />
          </td>
          <td>
            <At at={account.activated} />
          </td>
          <td>
            <At at={account.deactivated} />
          </td>
          <td>
            <At at={account.created} />
          </td>
          <td data-use>
            {registered === undefined ? (
              esignatureMessages.usersUnread
            ) : (
              <Registered account={account} user={registered.get(toAddressKey(account.email))} />
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** An instant; an empty cell for none. */
function At({ at }: { at: string | null }) {
  return at === null ? <span className="sr-only">none</span> : <LocalTime at={at} format={format} />
}

function Registered({ account, user }: { account: FormstackUser; user: RegisteredUser | undefined }) {
  const { editId, whyNotEdit } = useUserActions()
  if (user === undefined) return 'No'
  if (user.accountId === account.id) return 'With this id'
  return (
    <Button
      aria-label={`Use ${account.id} for ${user.emailAddress}`}
      data-tip={whyNotEdit}
      disabledReason={whyNotEdit}
      quietReason
      onClick={() => editId(user, account.id)}
    >
      Use
    </Button>
  )
}
