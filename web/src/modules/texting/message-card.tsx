import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { TextField } from '../../ui/fields.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { messageStatusChips, messageTypes, toRoute, toSource, toSummary } from './message-words.ts'
import { tabMessages } from './tab-messages.ts'
import styles from './texting-tab.module.css'
import { type Found, useFound } from './use-found.ts'

/** Looks up one message by its id, ours or Bandwidth's. The address names it, and whoever opens that sees the same one. */
export function MessageCard({ agencyId }: { agencyId: number }) {
  const { message: asked = '' } = useSearch({ from: '/agency-detail/$id' })
  const form = useForm({ initial: { messageId: asked } })
  const { found, busy, find } = useFound(agencyId)
  const isEmpty = form.values.messageId.trim() === ''
  const takeAddress = useEffectEvent(() => {
    if (asked === '') return
    form.set('messageId', asked)
    void find(asked)
  })
  useEffect(() => takeAddress(), [asked])
  const go = useNavigate()
  function look(messageId: string): void {
    if (messageId === asked) return void find(messageId)
    void go({
      to: '.',
      search: (search) => ({ ...search, message: messageId }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <TitledCard title="Message lookup">
      <div id="texting-message">
        <FormShell
          form={form}
          onSave={({ messageId }) => look(messageId.trim())}
          saving={busy}
          error={typeof found === 'string' ? found : null}
          saveLabel="Find"
          disabledReason={isEmpty ? tabMessages.messageEmpty : undefined}
          guard={false}
          label="Message lookup"
          align="beside"
        >
          <TextField
            {...form.field('messageId')}
            label="Message id"
            mask={pastedText}
            maxLength={100}
            spellCheck={false}
          />
        </FormShell>
      </div>
      <div role="status" className={styles.found}>
        {found === null && <p className={styles.muted}>The message is shown here.</p>}
        {found !== null && typeof found === 'object' && <Message {...found} />}
      </div>
    </TitledCard>
  )
}

const reachable = { role: 'region', tabIndex: 0, 'aria-label': 'Message' }

/** Scrolls in the room that was kept for it; a long text needs more. */
function Message({ message, remark }: Found) {
  const { status, type, source, statusTS, errorCode, errLong, attachments, text } = message
  const look = messageStatusChips[status]
  return (
    <div className={styles.lines} {...reachable}>
      <p className={styles.message}>
        {look !== undefined && <StatusChip {...look} />}
        <span>{messageTypes[type] ?? `Type ${type}`}</span>
        <span>{toSource(source)}</span>
        <span>{toRoute(message)}</span>
        <LocalTime at={statusTS} format="MM/DD/YYYY HH:mm:ss" />
        <span>{`Attachments: ${attachments.length}`}</span>
        <CopyButton text={toSummary(message)} what="summary" secret />
      </p>
      {remark !== '' && <p className={styles.muted}>{remark}</p>}
      {errorCode !== 0 && <p className={styles.failure}>{`${errLong} (${errorCode})`}</p>}
      <blockquote className={styles.text}>{text}</blockquote>
      <p
        className={styles.muted}
      >{`Id ${message.id}, at Bandwidth ${message.bandwidthMessageId || 'none'}`}</p>
    </div>
  )
}
