import { certificates } from '@agency-support/contract/modules/certificates'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { TextField } from '../../ui/fields.tsx'
import { digits } from '../../ui/masks.ts'
import { Problem } from '../../ui/problem.tsx'
import { certificateHelp } from './help.ts'
import { certificateMessages } from './messages.ts'
import styles from './tool-page.module.css'
import { useAnswer } from './use-answer.ts'

const mask = digits(8)

interface Ids {
  agencyId: string
  clientId: string
}

/** Encodes the url of a client's certificate; the fields start with the given ids. */
export function EncoderCard(given: Ids) {
  const initial = { agencyId: mask.clean(given.agencyId), clientId: mask.clean(given.clientId) }
  const form = useForm({ initial })
  const { run, busy } = useSend(certificates.encodeUrl)
  const { answer, setAnswer } = useAnswer<string>(form.values)
  const isFilled = form.values.agencyId !== '' && form.values.clientId !== ''

  async function encode({ agencyId, clientId }: Ids) {
    const outcome = await run({ agencyId, clientId })
    if (outcome.kind === 'ok') setAnswer({ data: outcome.data })
    else setAnswer({ problem: toSentence(outcome, certificateMessages.wentWrong) })
  }
  return (
    <TitledCard title="Certificate Url/Token Encoder" help={certificateHelp[1022]}>
      <FormShell
        form={form}
        onSave={(values) => void encode(values)}
        saving={busy}
        error={null}
        saveLabel="Encode"
        disabledReason={isFilled ? undefined : certificateMessages.idsFirst}
        guard={false}
        label="Certificate Url/Token Encoder"
        align="start"
      >
        <TextField {...form.field('agencyId')} label="Agency Id" mask={mask} short autoComplete="off" />
        <TextField {...form.field('clientId')} label="Client Id" mask={mask} short autoComplete="off" />
      </FormShell>
      {answer?.problem !== undefined && <Problem>{answer.problem}</Problem>}
      <div role="status">
        {answer?.data !== undefined && (
          <div className={styles.answer}>
            <span className={styles.url}>{answer.data}</span>
            <CopyButton text={answer.data} what="url" secret />
            <NewTabLink address={answer.data}>Open</NewTabLink>
          </div>
        )}
      </div>
    </TitledCard>
  )
}
