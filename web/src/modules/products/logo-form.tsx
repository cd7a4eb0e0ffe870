import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { logoSize, whyNotLogo } from '@agency-support/contract/rules/logo'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { notify } from '../../components/notify.ts'
import { send, toSentence } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'

interface Chosen {
  file: File
  /** The picture itself, for the preview. */
  address: string
}

/** The logo of a product, and another one in its place. */
export function LogoForm({ product, onClose }: { product: MarketplaceProduct; onClose: () => void }) {
  const { logoPath } = product.marketplaceOptions
  const id = useId()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { upload, busy, failure } = useUpload(product.id, () => setChosen(null))

  async function choose(file: File | undefined) {
    setChosen(null)
    setProblem(null)
    if (file === undefined) return
    const why = await judge(file)
    if (why === null) setChosen({ file, address: await readAddress(file) })
    else setProblem(why)
  }
  const shown = chosen?.address ?? (problem === null ? logoPath : '')
  return (
    <div className={styles.stack}>
      <label htmlFor={id}>Logo</label>
      <input
        id={id}
        type="file"
        accept="image/png"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <p id={`${id}-hint`} className={styles.reason}>
        {productMessages.logoHint}
      </p>
      {problem !== null && <Problem>{problem}</Problem>}
      {shown !== '' && (
        <img
          className={styles.logo}
          src={shown}
          alt={chosen === null ? `Logo of ${product.name}` : 'The chosen logo'}
        />
      )}
      <div className={styles.actions}>
        {failure !== null && <Problem>{failure}</Problem>}
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={chosen === null ? productMessages.chooseLogo : null}
          onClick={() => chosen && void upload(chosen.file)}
        >
          Upload
        </Button>
      </div>
    </div>
  )
}

/** Why a file is no logo; null for one that is. */
async function judge(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, logoSize.bytes + 1).arrayBuffer())
  return whyNotLogo(head) ?? null
}

/** As data, since pages may show nothing else that they made themselves. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}

function useUpload(productId: number, onDone: () => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function upload(file: File) {
    setBusy(true)
    setFailure(null)
    const outcome = await send(products.uploadLogo, { id: String(productId) }, { file })
    setBusy(false)
    if (outcome.kind !== 'ok') return setFailure(toSentence(outcome, productMessages.wentWrong))
    client.setQueryData(callKey(products.product, { productId }), outcome.data)
    notify.ok(productMessages.logoUploaded)
    onDone()
  }
  return { upload, busy, failure }
}
