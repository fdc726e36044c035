/** Hosts whose mailboxes ignore dots; the second name is another one of the first. */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * One spelling for all the ways of writing one mailbox: without case, without `+tag`, without the dots that Gmail
 * ignores (decisions, "Loyalty"). To count and to compare; mail goes to the address as it was typed.
 */
export function normaliseCorreo(typed: string): string {
  const text = typed.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const [local, host] = [text.slice(0, at), text.slice(at + 1)]
  const dotless = DOTLESS[host]
  const box = local.replace(/(?<=.)\+.*$/, '') // a name that begins with '+' is all the name there is
  const bare = dotless ? box.replaceAll('.', '') || box : box
  return `${bare}@${dotless ?? host}`
}
