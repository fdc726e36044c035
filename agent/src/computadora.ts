// How this computer calls itself, for the person who reads the counter's list.
import { readFileSync } from 'node:fs'
import { release, type as systemType, version } from 'node:os'

const MAX = 100

/** 'Debian GNU/Linux 12 (bookworm)', 'Windows 11 Pro'. */
export function sistema(): string {
  if (process.platform === 'win32') return version()
  try {
    const [, name] = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
    if (name) return name
  } catch {
    // Not every system has this file
  }
  return `${systemType()} ${release()}`
}

/** Cut to the length that the shop takes. */
export const shownAs = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX)
