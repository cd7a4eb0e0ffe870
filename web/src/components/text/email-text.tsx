import styles from './email-text.module.css'

/** An email address that, if too long for one line, wraps before its @. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at === -1) return address
  return (
    <>
      {joined(address.slice(0, at))}
      <wbr />
      {joined(address.slice(at))}
    </>
  )
}

/** Text that does not wrap at its hyphens: each stays with the character after it. */
function joined(text: string) {
  const pieces = text.split(/(-+[^-]?)/u)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={at} className={styles.joined}>
        {piece}
      </span>
    ),
  )
}
