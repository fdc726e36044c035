import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** Whether this user is root, on a machine that has `mount`. In a container it may be refused all the same. */
export const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

/**
 * Mounts a disk at `folder` until the test ends: of `size` ('30m'), or, where that is null, one that does not say how
 * large it is. False where it is refused.
 */
export function mountDisk(folder: string, size: string | null): boolean {
  const kind = size === null ? ['ramfs'] : ['tmpfs', '-o', `size=${size}`]
  if (spawnSync('mount', ['-t', ...kind, 'ninguno', folder]).status !== 0) return false
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return true
}
