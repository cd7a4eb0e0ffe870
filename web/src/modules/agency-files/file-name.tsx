import { Fragment } from 'react'

/** A file's name that, if too long for one line, wraps after its dots, hyphens and underscores; a copy has no gaps. */
export function FileName({ name }: { name: string }) {
  return name.split(/(?<=[._-])(?=[^._-])/u).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
