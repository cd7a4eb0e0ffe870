import type { MarketplaceProduct, StaleForm } from '@agency-support/contract/modules/product-shapes'
import { shorten } from '@agency-support/contract/rules/shorten'
import type { z } from 'zod'
import { EdgeBanner } from '../../ui/edge-banner.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import type { Form } from '../../components/forms/use-form.ts'
import styles from './products.module.css'

export type Stale = z.output<typeof StaleForm>

/** A longer description or list of agencies would hide the form. */
const mostShown = 120

const toShown = (text: string): string => (text === '' ? 'empty' : shorten(text, mostShown))

/**
 * What of a conflict saving again would overwrite. A field that nobody touched here takes the newer value as soon as the
 * product has been read again; before that, all that differed would be sent as it was.
 */
export function stillOverwritten<Values extends object>(
  stale: Stale | null,
  form: Pick<Form<Values>, 'changed'>,
  { product, labels }: { product: Pick<MarketplaceProduct, 'version'>; labels: Labels<Values> },
): Stale | null {
  if (stale === null || product.version < stale.version) return stale
  const changed = new Set<string>(form.changed.map((name) => labels[name]))
  return { ...stale, fields: stale.fields.filter(({ field }) => changed.has(field)) }
}

type Labels<Values> = Readonly<Record<keyof Values, string>>

/** What somebody else saved in this form meanwhile; saving again overwrites it knowingly. */
export function StaleNotice({ stale }: { stale: Stale }) {
  return (
    <EdgeBanner kind="warn">
      {stale.changedBy} saved this form
      {stale.changedAt !== null && (
        <>
          {' at '}
          <LocalTime at={stale.changedAt} format="MM/DD/YYYY h:mm:ss a" />
        </>
      )}
      .{stale.fields.length > 0 && ' Save again to overwrite it.'}
      {stale.fields.map(({ field, current, yours }) => (
        <span key={field} className={styles.stale}>
          {field}: <strong>{toShown(current)}</strong> now, yours <strong>{toShown(yours)}</strong>
        </span>
      ))}
    </EdgeBanner>
  )
}
