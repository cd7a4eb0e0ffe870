import { Building2, CircleQuestionMark } from 'lucide-react'
import { agencyPaths } from '../modules/agencies/paths.ts'
import type { NavEntry } from './nav.ts'

/** The drawer of the 5.x layout, in the documented order. */
export function nav5x(outside: { helpCentreUrl: string }): readonly NavEntry[] {
  return [
    { label: 'Main', icon: Building2, href: agencyPaths.list },
    ...(outside.helpCentreUrl === ''
      ? []
      : [{ label: 'Help', icon: CircleQuestionMark, href: outside.helpCentreUrl, external: true }]),
  ]
}
