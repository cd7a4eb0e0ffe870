import { queueRefusals } from '@agency-support/contract/modules/queued-command'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { resentBy } from '@agency-support/contract/rules/agency-commands'
import { clientIdPattern, resendEvents } from '@agency-support/contract/rules/agency-files'
import { type SubmitEvent, useState } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { type Ordered, QueuedNote } from '../../components/agency-software/queued-note.tsx'
import { getWaitingCommand, useQueueCommand } from '../../components/agency-software/queue-command.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import styles from './files.module.css'
import { agencyFileHelp } from './help.ts'
import { ClientIdField } from './lookup/client-id-field.tsx'
import { fileMessages } from './messages.ts'

type EventId = (typeof resendEvents)[number]['eventId']

/** Only a client file needs a value; the others are sent with 0 (B-17). */
const clientFile: EventId = 1
const noClient = '0'

/** Only a whole id will do: half of one, padded unseen, would order the file of another client. */
const whyNotClient = (clientId: string): string | undefined =>
  clientIdPattern.test(clientId) ? undefined : fileMessages.clientIdFirst

const sending = { done: 'sent', act: 'the order', able: 'send this file again' } as const

const choices = resendEvents.map(({ eventId, label }) => ({ value: `${eventId}` as const, label }))

interface ResendFileProps {
  agencyId: number
  /** Online agencies send their files in another way. */
  isOnline: boolean
  clientId: string
  onClientId: (clientId: string) => void
}

/** Requests that a client, metric or config file is sent to the receiver again. */
export function ResendFile({ agencyId, isOnline, clientId, onClientId }: ResendFileProps) {
  const [eventId, setEventId] = useState<EventId>(clientFile)
  const queue = useQueueCommand()
  const { run, busy, failing, problem } = useSend(agencyFiles.resend, {
    unclear: fileMessages.sendFailed,
    rereads: callKey(agencyCommands.queue, { agencyId }),
  })
  const [ordered, setOrdered] = useState<(Ordered & { eventId: EventId; value: string }) | null>(null)
  const isClient = eventId === clientFile
  const value = isClient ? clientId : noClient
  const missing = isClient ? whyNotClient(clientId) : undefined

  async function resend(event: SubmitEvent) {
    event.preventDefault()
    if (missing !== undefined || isOnline || busy) return
    const outcome = await queue((again) =>
      run({ agencyId, eventId, clientId: value, ...(again && { again }) }),
    )
    if (outcome?.kind !== 'ok') return
    // A process of the build before, which answers while it is replaced, names no command.
    const commandId = (outcome.data as typeof outcome.data | undefined)?.commandId
    setOrdered({ eventId, value, commandId, words: sending })
    notifyAgency.ok(fileMessages.fileSent)
  }
  return (
    <TitledCard title="Resend File" help={agencyFileHelp[1007]}>
      <form className={styles.resend} aria-label="Resend File" onSubmit={(event) => void resend(event)}>
        <RadioGroup
          label="File"
          choices={choices}
          value={`${eventId}`}
          onChange={(chosen) => setEventId(Number(chosen) as EventId)}
        />
        <ClientIdField
          name="value"
          label="Value"
          value={isClient ? clientId : ''}
          onChange={onClientId}
          disabledReason={isClient ? undefined : fileMessages.onlyClientFile}
        />
        <div className={styles.send}>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={isOnline ? queueRefusals.online[1] : missing}
          >
            Send
          </Button>
          {problem !== null && getWaitingCommand(failing) === undefined && <Problem>{problem}</Problem>}
        </div>
        <QueuedNote
          agencyId={agencyId}
          command={resentBy[eventId]}
          ordered={ordered?.eventId === eventId && ordered.value === value ? ordered : null}
        />
      </form>
    </TitledCard>
  )
}
