import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { logoSize, logoTexts, whyNotLogo } from '@agency-support/contract/rules/logo'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '../../components/messages/notify.ts'
import { send } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSendAny } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'
import { useWhyNotManage } from './use-why-not-manage.ts'

interface Chosen {
  file: File
  /** The image as a data URL, for the preview. */
  address: string
}

/** Why a logo cannot be uploaded yet. */
const reasons = { none: productMessages.chooseLogo, invalid: productMessages.chooseAnotherLogo }

const nothing = { chosen: null, problem: null }

/** A logo that was chosen and not yet uploaded; held outside its form, so that it stays while another is shown. */
export function useLogo(productId: number, isShown: () => boolean) {
  const { chosen, problem, choose, settle } = useChoice()
  const {
    run,
    busy,
    problem: failure,
    reset,
  } = useSendAny({
    unclear: productMessages.wentWrong,
    isShown,
    updates: callKey(products.product, { productId }),
  })
  return {
    chosen,
    problem,
    busy,
    failure,
    choose(file: File | undefined) {
      reset()
      void choose(file)
    },
    /** True if it was uploaded. */
    async upload(file: File): Promise<boolean> {
      const outcome = await run(products.uploadLogo, { id: String(productId) }, (input) =>
        send(products.uploadLogo, input, { file, showsOutage: true }),
      )
      if (outcome.kind !== 'ok') return false
      notify.ok(productMessages.logoUploaded)
      settle(file)
      return true
    },
  }
}

interface LogoFormProps {
  product: MarketplaceProduct
  logo: ReturnType<typeof useLogo>
  onClose: () => void
}

/** The logo of a product, and its replacement. */
export function LogoForm({ product, logo, onClose }: LogoFormProps) {
  const { logoPath } = product.marketplaceOptions
  const { chosen, problem, busy, failure } = logo
  const missing = useWhyNotManage()
  const input = useRef<HTMLInputElement>(null)
  const shown = chosen?.address ?? (problem === null ? logoPath : '')
  const showChosen = useEffectEvent(() => {
    if (chosen !== null && input.current !== null) showFile(input.current, chosen.file)
  })
  useEffect(() => showChosen(), [])

  async function upload(file: File) {
    const isUploaded = await logo.upload(file)
    // Allows choosing the same file again.
    if (isUploaded && input.current?.files?.[0] === file) input.current.value = ''
  }
  return (
    <div className={styles.stack}>
      <FieldFrame label="Logo" hint={productMessages.logoHint}>
        {({ id, describedBy }) => (
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/png"
            aria-describedby={describedBy}
            onChange={({ target }) => logo.choose(target.files?.[0])}
          />
        )}
      </FieldFrame>
      <div className={styles.logo}>
        {problem !== null && <Problem>{problem}</Problem>}
        {shown !== '' && (
          <img src={shown} alt={chosen === null ? `Logo of ${product.name}` : 'The chosen logo'} />
        )}
      </div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={
            missing ?? (chosen === null ? reasons[problem === null ? 'none' : 'invalid'] : undefined)
          }
          onClick={() => chosen && void upload(chosen.file)}
        >
          Upload
        </Button>
        {failure !== null && <Problem>{failure}</Problem>}
      </div>
    </div>
  )
}

/** Lets the field name a file that was chosen before its form was shown again. */
function showFile(field: HTMLInputElement, file: File): void {
  const held = new DataTransfer()
  held.items.add(file)
  field.files = held.files
}

/** The last chosen file if it is a valid logo, otherwise why not. */
function useChoice() {
  const [state, setState] = useState<{ chosen: Chosen | null; problem: string | null }>(nothing)
  const last = useRef<File | undefined>(undefined)
  async function choose(file: File | undefined) {
    last.current = file
    setState(nothing)
    if (file === undefined) return
    const read = await judge(file)
    // Large files take longer to read; only the latest choice counts.
    if (last.current === file)
      setState(typeof read === 'string' ? { ...nothing, problem: read } : { ...nothing, chosen: read })
  }
  /** Lets go of a file, unless another was chosen since. */
  function settle(file: File) {
    if (last.current === file) void choose(undefined)
  }
  return { ...state, choose, settle }
}

/**
 * The file with its image, or why it is not a logo; a file that cannot be decoded is rejected, whatever its header
 * says.
 */
async function judge(file: File): Promise<Chosen | string> {
  try {
    const head = new Uint8Array(await file.slice(0, logoSize.bytes + 1).arrayBuffer())
    const why = whyNotLogo(head)
    if (why !== undefined) return why
    const address = await readAddress(file)
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return { file, address }
  } catch {
    return logoTexts.notImage
  }
}

/** As a data URL, because the content security policy allows no blob URLs. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}
