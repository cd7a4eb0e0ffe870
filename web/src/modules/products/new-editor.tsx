import { products } from '@agency-support/contract/modules/products'
import { useNavigate } from '@tanstack/react-router'
import { useNavigateTo } from '../../components/link.tsx'
import { useLeaveGuard } from '../../components/forms/leave-guard.ts'
import { useLostInput } from '../../components/forms/lost-input.tsx'
import { notify } from '../../components/messages/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { productMessages } from './messages.ts'
import { newProductId } from './new-product.ts'
import { productPaths } from './paths.ts'
import styles from './products.module.css'
import { SettingsForm } from './settings-form.tsx'
import {
  newProduct,
  newSettings,
  settingsFields,
  settingsRules,
  type SettingsValues,
  toSentSettings,
} from './settings-values.ts'
import { useSettingsLists } from './use-products.ts'
import { useSaveKey } from './use-save-key.ts'

const tabs = [{ id: 'settings', label: 'Settings' }]

/** The form for a new product. */
export function NewProduct() {
  const lists = useSettingsLists()
  const form = useForm({ initial: newSettings, rules: settingsRules })
  const { run, busy, problem, clearRefusal } = useSend(products.create, {
    unclear: productMessages.wentWrong,
    rereads: callKey(products.list, {}),
  })
  const close = useNavigateTo()
  const go = useNavigate()
  const isHere = useIsHere()
  const place = useSaveKey()
  useLeaveGuard(form.dirty && !busy)
  const { offer, forget } = useLostInput(form, { id: 'new product', names: settingsFields })

  async function save(values: SettingsValues) {
    const outcome = await run({ product: { ...newProduct, ...toSentSettings(values, newSettings) } })
    if (outcome.kind !== 'ok') return
    forget()
    // Whoever has left the form stays where they are.
    if (!isHere.current) return notify.ok(`${outcome.data.name} ${productMessages.created}`)
    newProductId.setState({ id: outcome.data.id })
    // Everything is saved, so leaving need not ask.
    void go({ to: productPaths.created, ignoreBlocker: true })
  }

  return (
    <>
      <PageHeader title={productMessages.newProduct} />
      <Tabs label="Parts of the product" tabs={tabs} chosen="settings" onChoose={() => undefined}>
        <div ref={place} className={styles.form}>
          {offer}
          <SettingsForm
            form={form}
            product={null}
            lists={lists}
            saving={busy}
            error={problem}
            onEdit={clearRefusal}
            onSave={(values) => void save(values)}
            onClose={() => close(productPaths.list)}
          />
        </div>
      </Tabs>
    </>
  )
}
