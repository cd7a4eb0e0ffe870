import { products } from '@agency-support/contract/modules/products'
import {
  findVendorProblems,
  type VendorField,
  type VendorFields,
  vendorLabels,
} from '@agency-support/contract/rules/vendors'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { TextField } from '../../ui/fields.tsx'
import { productMessages } from './messages.ts'
import { useWhyNotManage } from './use-why-not-manage.ts'

const blank: VendorFields = {
  name: '',
  email: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  city: '',
  state: '',
  zipCode: '',
}
/** What a new vendor has besides its fields (spec-002 §3). */
const newVendor = { id: -1, enabled: false }
const fields = Object.keys(vendorLabels) as VendorField[]
const rule =
  (field: VendorField) =>
  (_text: string, vendor: VendorFields): string | undefined =>
    findVendorProblems(vendor)[field]
const rules = Object.fromEntries(fields.map((field) => [field, rule(field)])) as Record<
  VendorField,
  ReturnType<typeof rule>
>

/** Creates a vendor; closed only by its Close button or a successful save. */
export function VendorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ initial: blank, rules })
  const missing = useWhyNotManage()
  const { run, busy, problem, clearRefusal } = useSend(products.createVendor, {
    unclear: productMessages.wentWrong,
    rereads: callKey(products.vendors, {}),
  })

  async function save(vendor: VendorFields) {
    const outcome = await run({ vendor: { ...newVendor, ...vendor } })
    if (outcome.kind !== 'ok') return
    notify.ok(productMessages.vendorCreated(outcome.data.name))
    onClose()
  }
  return (
    <Dialog kind="persistent" size={600} title="Add a New Vendor" busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(vendor) => void save(vendor)}
        saving={busy}
        error={problem}
        onEdit={clearRefusal}
        saveLabel="Save"
        disabledReason={missing ?? whyNotSave(form.values, form.errors)}
        cancelLabel="Close"
        onCancel={onClose}
        kept={{ id: 'new vendor', names: fields }}
        label="Vendor"
        labels={vendorLabels}
      >
        {fields.map((field) => (
          <TextField
            key={field}
            {...form.field(field)}
            label={vendorLabels[field]}
            mask={pastedText}
            autoFocus={field === 'name'}
            {...(field === 'email' ? { inputMode: 'email' as const } : {})}
            {...(field === 'zipCode' ? { short: true, inputMode: 'numeric' as const } : {})}
          />
        ))}
      </FormShell>
    </Dialog>
  )
}

/** Errors appear at the first press of Save; from then on they must be corrected. */
function whyNotSave({ name }: VendorFields, shown: object): string | undefined {
  if (name.trim() === '') return productMessages.nameFirst
  return Object.keys(shown).length > 0 ? productMessages.notValid : undefined
}
