import { type CertificateToken, certificates } from '@agency-support/contract/modules/certificates'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { Link } from '../../components/link.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { TextField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { certificateHelp } from './help.ts'
import { certificateMessages } from './messages.ts'
import { certificatePaths } from './paths.ts'
import styles from './tool-page.module.css'
import { useAnswer } from './use-answer.ts'

/** Decodes a url or token to agency and client. */
export function DecoderCard() {
  const form = useForm({ initial: { urlToken: '' } })
  const { run, busy } = useSend(certificates.decodeUrl)
  const { answer, setAnswer } = useAnswer<CertificateToken>(form.values)

  async function decode({ urlToken }: { urlToken: string }) {
    const outcome = await run({ urlToken })
    if (outcome.kind === 'ok') setAnswer({ data: outcome.data })
    else setAnswer({ problem: toSentence(outcome, certificateMessages.wentWrong) })
  }
  return (
    <TitledCard title="Certificate Url/Token Decoder" help={certificateHelp[1021]}>
      <FormShell
        form={form}
        onSave={(values) => void decode(values)}
        saving={busy}
        error={null}
        saveLabel="Decode"
        disabledReason={form.values.urlToken === '' ? certificateMessages.tokenFirst : undefined}
        guard={false}
        label="Certificate Url/Token Decoder"
        align="start"
      >
        <TextField
          {...form.field('urlToken')}
          label="Published Certificate Url or Token"
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
        />
      </FormShell>
      {answer?.problem !== undefined && <Problem>{answer.problem}</Problem>}
      <div role="status">{answer?.data !== undefined && <Decoded token={answer.data} />}</div>
    </TitledCard>
  )
}

function Decoded({ token }: { token: CertificateToken }) {
  const { agencyId, clientId } = token
  const text = JSON.stringify(token, null, 2)
  return (
    <div className={styles.answer}>
      <pre>{text}</pre>
      <CopyButton text={text} what="answer" secret />
      <Link href={certificatePaths.client(Number(agencyId), clientId)}>
        Open client {agencyId}/{clientId}
      </Link>
    </div>
  )
}
