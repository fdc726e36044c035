import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** On Debian only root has sbin on the path. */
const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Where a program is; null where it is not installed. */
export function findTool(name: string): string | null {
  const found = PLACES.map((place) => join(place, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  return found ?? null
}

/** Whether all of them are here. If not, it logs what is not tested. */
export function haveTools(names: readonly string[], whatFor: string): boolean {
  const missing = names.filter((name) => !findTool(name))
  if (missing.length > 0)
    console.warn(
      `\n*** NOT TESTED: ${whatFor}: ${missing.join(', ')} not installed (Debian: cups-ipp-utils, dbus-daemon, cups-daemon, cups-client)\n`,
    )
  return missing.length === 0
}
