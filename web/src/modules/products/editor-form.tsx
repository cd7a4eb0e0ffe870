import { FormShell, type FormShellProps } from '../../components/forms/form-shell.tsx'
import { useWhyNotManage } from './use-why-not-manage.ts'

/** How a save of a product's form goes, for its buttons. */
export type SaveState = Required<Pick<FormShellProps<object>, 'saving' | 'error' | 'onEdit'>>

/** What every form of the product editor gets. */
export type EditorFormProps<Values extends object> = SaveState &
  Pick<FormShellProps<Values>, 'form' | 'onSave'> & { onClose: () => void }

/** A form of the product editor, which asks by itself before it is left. */
export function EditorForm<Values extends object>({
  onClose,
  disabledReason,
  ...shell
}: EditorFormProps<Values> &
  Pick<FormShellProps<Values>, 'disabledReason' | 'label' | 'labels' | 'children'>) {
  const missing = useWhyNotManage()
  return (
    <FormShell
      {...shell}
      saveLabel="Save"
      disabledReason={missing ?? disabledReason}
      cancelLabel="Close"
      onCancel={onClose}
      guard={false}
    />
  )
}
