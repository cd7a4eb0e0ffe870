import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import type { Ask } from '../../components/dialogs/confirm-store.ts'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { notify } from '../../components/messages/notify.ts'
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { useShownOnce } from '../../components/use-shown-once.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Problem } from '../../ui/problem.tsx'
import { EditorForm, type EditorFormProps } from './editor-form.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'
import { useWhyNotManage } from './use-why-not-manage.ts'

/** Values of the Data tab besides the credentials. */
export interface DataValues {
  dataSharingOptIn: boolean
}

/** What its field is called, here and in a conflict. */
export const dataLabels = { dataSharingOptIn: 'Data Sharing Opt In' } as const

interface DataFormProps extends EditorFormProps<DataValues> {
  product: MarketplaceProduct
  credentials: CredentialChanges
}

/** Data sharing, saved by its own button, and the API credentials. */
export function DataForm({ product, credentials, ...editor }: DataFormProps) {
  const { form } = editor
  return (
    <div className={styles.stack}>
      <EditorForm {...editor} label="Data">
        <Checkbox
          label={dataLabels.dataSharingOptIn}
          visibleLabel
          checked={form.values.dataSharingOptIn}
          onChange={({ target }) => form.set('dataSharingOptIn', target.checked)}
        />
      </EditorForm>
      <Credentials product={product} changes={credentials} />
    </div>
  )
}

const askToRefresh = (name: string): Ask => ({
  title: 'Refresh the secret key?',
  subject: name,
  body: 'The secret key that is in use ends at once. The new one is shown once.',
  confirmLabel: 'Refresh secret key',
  danger: true,
  typed: { kind: 'text', text: name, what: 'the product name' },
})

/** Changes of the keys of a product's API; held outside their tab, so that a new secret is seen on any. */
export function useCredentials(product: MarketplaceProduct, isShown: () => boolean) {
  const confirm = useConfirm()
  const after = {
    unclear: productMessages.wentWrong,
    isShown,
    rereads: callKey(products.product, { productId: product.id }),
  }
  const refresh = useSend(products.refreshSecretKey, after)
  const resend = useSend(products.resendCredentials, after)
  const { made: secret, show, close } = useShownOnce<string>(() => productMessages.unseenSecret(product.name))

  async function makeSecret() {
    if (!(await confirm(askToRefresh(product.name)))) return
    resend.reset()
    const outcome = await refresh.run({ productId: product.id })
    if (outcome.kind !== 'ok') return
    notify.ok(productMessages.refreshed)
    show(outcome.data.secretKey)
  }
  async function mail() {
    refresh.reset()
    const outcome = await resend.run({ productId: product.id })
    if (outcome.kind === 'ok') notify.ok(productMessages.sent)
  }
  const dialog = secret !== null && (
    <SecretDialog title="New secret key" secret={secret} what="the secret key" onClose={close}>
      It is shown only this once. The previous one no longer works.
    </SecretDialog>
  )
  const problem = refresh.problem ?? resend.problem
  return { makeSecret, refreshing: refresh.busy, mail, mailing: resend.busy, problem, dialog }
}
type CredentialChanges = ReturnType<typeof useCredentials>

/** The keys of a product's API, and new ones. */
function Credentials({ product, changes }: { product: MarketplaceProduct; changes: CredentialChanges }) {
  const { apiCredentials, whyNotResend } = product
  const { makeSecret, refreshing, mail, mailing, problem } = changes
  const missing = useWhyNotManage()
  return (
    <TitledCard title="API credentials">
      <Keys credentials={apiCredentials} />
      <div className={styles.actions}>
        <Button
          busy={mailing}
          disabledReason={missing ?? (whyNotResend || undefined)}
          onClick={() => void mail()}
        >
          Resend
        </Button>
        <Button busy={refreshing} disabledReason={missing} quietReason onClick={() => void makeSecret()}>
          Refresh secret key
        </Button>
        {problem !== null && <Problem>{problem}</Problem>}
      </div>
    </TitledCard>
  )
}

/** The key and the end of the secret, if they exist. */
function Keys({ credentials }: { credentials: MarketplaceProduct['apiCredentials'] }) {
  if (credentials === null) return <p>{productMessages.noCredentials}</p>
  return (
    <dl>
      <dt>API Key</dt>
      <dd className={styles.secret}>
        <code>{credentials.apiKey}</code>
        <CopyButton text={credentials.apiKey} what="the API key" />
      </dd>
      <dt>Secret Key</dt>
      <dd>
        <code>{`••••••••${credentials.secretKeyLast4}`}</code>
      </dd>
    </dl>
  )
}
