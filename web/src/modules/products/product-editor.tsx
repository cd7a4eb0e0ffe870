import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { settingsLabels } from '@agency-support/contract/rules/products'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { useLeaveGuard } from '../../components/forms/leave-guard.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { useLostInput } from '../../components/forms/lost-input.tsx'
import { notify } from '../../components/messages/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AvailabilityForm } from './availability-form.tsx'
import {
  availabilityFields,
  availabilityLabels,
  readAvailability,
  toAvailabilityValues,
} from './availability-values.ts'
import { DataForm, dataLabels, useCredentials } from './data-form.tsx'
import { LogoForm, useLogo } from './logo-form.tsx'
import { productMessages } from './messages.ts'
import { productPaths } from './paths.ts'
import styles from './products.module.css'
import { SettingsForm } from './settings-form.tsx'
import {
  settingsFields,
  settingsRules,
  type SettingsValues,
  toSentSettings,
  toSettingsValues,
} from './settings-values.ts'
import { StaleNotice, stillOverwritten } from './stale-notice.tsx'
import { useFormSave } from './use-form-save.ts'
import { useSettingsLists } from './use-products.ts'
import { useSaveKey } from './use-save-key.ts'
import { VisibilityCheck } from './visibility-check.tsx'
import { useWhyNotManage } from './use-why-not-manage.ts'

/** The forms of a product; each keeps its input while another is shown, and saves separately. */
export function ProductEditor({ product }: { product: MarketplaceProduct }) {
  useNameScreen(product.name)
  const go = useNavigate()
  const close = useNavigateTo()
  const { part = 'availability' } = useSearch({ from: productPaths.product })
  const editor = { product, isShown: useIsShown(part), onClose: () => close(productPaths.list) }
  const credentials = useCredentials(product, () => editor.isShown('data'))
  const parts: readonly Part[] = [
    useAvailability(editor),
    useSettings(editor),
    useData(editor, credentials),
    useChosenLogo(editor),
  ]
  const form = useSaveKey()
  useLeaveGuard(parts.some(({ dirty, busy }) => dirty && !busy))
  return (
    <>
      <PageHeader title={product.name} actions={<DeleteProduct product={product} />} />
      <Tabs
        label={`Parts of ${product.name}`}
        tabs={parts.map(({ id, label, dirty }) => {
          const marked = `${label} ●`
          return { id, label: dirty ? marked : label, widest: marked }
        })}
        chosen={part}
        onChoose={(id) => void go({ to: '.', search: { part: parts.find((one) => one.id === id)?.id } })}
      >
        <div ref={form} className={styles.form}>
          {parts.find(({ id }) => id === part)?.panel}
        </div>
      </Tabs>
      {credentials.dialog}
    </>
  )
}

type PartId = 'availability' | 'settings' | 'data' | 'logo'

/** Whether a part is shown at the time of the call: it may no longer be the one from which something was sent. */
function useIsShown(part: PartId): (id: PartId) => boolean {
  const shown = useRef(part)
  useEffect(() => void (shown.current = part), [part])
  return (id) => shown.current === id
}

interface Editor {
  product: MarketplaceProduct
  isShown: (id: PartId) => boolean
  onClose: () => void
}

interface Part {
  id: PartId
  label: string
  dirty: boolean
  busy: boolean
  panel: ReactNode
}

function useAvailability({ product, isShown, onClose }: Editor): Part {
  const form = useForm({ initial: toAvailabilityValues(product) })
  const { save, state, stale } = useFormSave(products.saveAvailability, product, () =>
    isShown('availability'),
  )
  const overwritten = stillOverwritten(stale, form, { product, labels: availabilityLabels })
  const kept = { id: `product ${product.id} availability`, names: availabilityFields }
  const { offer, forget } = useLostInput(form, kept)
  const send = async () => {
    const { values } = form
    const { enabled, overrideAgencies, minimumCMSVersion } = readAvailability(values).availability
    const ids = [...overrideAgencies]
    const isSaved = await save((version) => ({
      productId: product.id,
      enabled,
      overrideAgencies: ids,
      minimumCMSVersion,
      version,
    }))
    if (!isSaved) return
    forget()
    // Shows the ids sorted from now on, without the dropped parts.
    form.settle(values)
  }
  const panel = (
    <>
      {offer}
      <AvailabilityForm
        form={form}
        product={product}
        {...state}
        onSave={() => void send()}
        onClose={onClose}
      />
      <div className={styles.below}>
        <VisibilityCheck product={product} unsaved={form.dirty} />
      </div>
      {overwritten !== null && <StaleNotice stale={overwritten} />}
    </>
  )
  return { id: 'availability', label: 'Availability', dirty: form.dirty, busy: state.saving, panel }
}

function useSettings({ product, isShown, onClose }: Editor): Part {
  const lists = useSettingsLists()
  const saved = toSettingsValues(product)
  const form = useForm({ initial: saved, rules: settingsRules })
  const { save, state, stale } = useFormSave(products.update, product, () => isShown('settings'))
  const overwritten = stillOverwritten(stale, form, { product, labels: settingsLabels })
  const { offer, forget } = useLostInput(form, {
    id: `product ${product.id} settings`,
    names: settingsFields,
  })
  const send = async (values: SettingsValues) => {
    const isSaved = await save((version) => ({
      product: { ...toSentSettings(values, saved), id: product.id, version },
    }))
    if (!isSaved) return
    forget()
    form.settle(values)
  }
  const panel = (
    <>
      {offer}
      <SettingsForm
        form={form}
        product={product}
        lists={lists}
        {...state}
        onSave={(values) => void send(values)}
        onClose={onClose}
      />
      {overwritten !== null && <StaleNotice stale={overwritten} />}
    </>
  )
  return { id: 'settings', label: 'Settings', dirty: form.dirty, busy: state.saving, panel }
}

function useData(
  { product, isShown, onClose }: Editor,
  credentials: ReturnType<typeof useCredentials>,
): Part {
  const { dataSharingOptIn } = product.marketplaceOptions
  const form = useForm({ initial: { dataSharingOptIn } })
  const { save, state, stale } = useFormSave(products.setDataSharing, product, () => isShown('data'))
  const overwritten = stillOverwritten(stale, form, { product, labels: dataLabels })
  const panel = (
    <>
      <DataForm
        form={form}
        product={product}
        credentials={credentials}
        {...state}
        onSave={(values) => void save((version) => ({ productId: product.id, ...values, version }))}
        onClose={onClose}
      />
      {overwritten !== null && <StaleNotice stale={overwritten} />}
    </>
  )
  return { id: 'data', label: 'Data', dirty: form.dirty, busy: state.saving, panel }
}

function useChosenLogo({ product, isShown, onClose }: Editor): Part {
  const logo = useLogo(product.id, () => isShown('logo'))
  const panel = <LogoForm product={product} logo={logo} onClose={onClose} />
  return { id: 'logo', label: 'Logo', dirty: logo.chosen !== null, busy: logo.busy, panel }
}

function DeleteProduct({ product }: { product: MarketplaceProduct }) {
  const confirm = useConfirm()
  const go = useNavigate()
  const isHere = useIsHere()
  const missing = useWhyNotManage()
  const { run, busy, problem } = useSend(products.remove, {
    unclear: productMessages.wentWrong,
    rereads: callKey(products.list, {}),
  })

  async function remove() {
    const question = {
      title: productMessages.deleteQuestion,
      subject: product.name,
      body: 'No agency sees it any more. Its history stays.',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
      danger: true,
    }
    if (!(await confirm(question))) return
    const outcome = await run({ productId: product.id })
    if (outcome.kind !== 'ok') return
    notify.ok(productMessages.deleted)
    // Whoever has left the editor stays where they are.
    if (isHere.current) void go({ to: productPaths.list, ignoreBlocker: true })
  }
  return (
    <>
      {problem !== null && <Problem>{problem}</Problem>}
      <Button busy={busy} disabledReason={missing} quietReason onClick={() => void remove()}>
        Delete
      </Button>
    </>
  )
}
