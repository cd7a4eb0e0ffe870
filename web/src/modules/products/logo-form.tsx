import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { logoSize, logoTexts, whyNotLogo } from '@agency-support/contract/rules/logo'
import { useRef, useState } from 'react'
import { notify } from '../../components/notify.ts'
import { send } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'
import { useSendAny } from '../../lib/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'

interface Chosen {
  file: File
  /** The image as a data URL, for the preview. */
  address: string
}

/** Why a logo cannot be uploaded yet. */
const reasons = { none: productMessages.chooseLogo, invalid: productMessages.chooseAnotherLogo }

const nothing = { chosen: null, problem: null }

/** The logo of a product, and its replacement. */
export function LogoForm({ product, onClose }: { product: MarketplaceProduct; onClose: () => void }) {
  const { logoPath } = product.marketplaceOptions
  const input = useRef<HTMLInputElement>(null)
  const { chosen, problem, choose } = useChoice()
  const { upload, busy, failure, forget } = useUpload(product.id, () => {
    // Allows choosing the same file again.
    if (input.current !== null) input.current.value = ''
    void choose(undefined)
  })
  const shown = chosen?.address ?? (problem === null ? logoPath : '')
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
            onChange={({ target }) => {
              forget()
              void choose(target.files?.[0])
            }}
          />
        )}
      </FieldFrame>
      {problem !== null && <Problem>{problem}</Problem>}
      {shown !== '' && (
        <img
          className={styles.logo}
          src={shown}
          alt={chosen === null ? `Logo of ${product.name}` : 'The chosen logo'}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={chosen === null ? reasons[problem === null ? 'none' : 'invalid'] : null}
          onClick={() => chosen && void upload(chosen.file)}
        >
          Upload
        </Button>
        {failure !== null && <Problem>{failure}</Problem>}
      </div>
    </div>
  )
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
  return { ...state, choose }
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

function useUpload(productId: number, onDone: () => void) {
  const { run, busy, problem, reset } = useSendAny({
    unclear: productMessages.wentWrong,
    updates: callKey(products.product, { productId }),
  })

  async function upload(file: File) {
    const outcome = await run(products.uploadLogo, { id: String(productId) }, (input) =>
      send(products.uploadLogo, input, { file, showsOutage: true }),
    )
    if (outcome.kind !== 'ok') return
    notify.ok(productMessages.logoUploaded)
    onDone()
  }
  return { upload, busy, failure: problem, forget: reset }
}
