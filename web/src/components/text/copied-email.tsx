import { CopiedText } from './copied-text.tsx'
import { EmailText } from './email-text.tsx'

/** An email address with a button that copies it; ‘none’ for screen readers if it is empty. */
export function CopiedEmail({ address }: { address: string }) {
  if (address === '') return <span className="sr-only">none</span>
  return (
    <CopiedText text={address} what={`email ${address}`}>
      <EmailText address={address} />
    </CopiedText>
  )
}
