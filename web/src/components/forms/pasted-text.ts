import { withoutInvisible } from '@agency-support/contract/rules/search'
import type { Mask } from '../../ui/masks.ts'

/** For ids and names: chats and web pages add invisible characters to what is copied from them. */
export const pastedText: Mask = { clean: withoutInvisible }
