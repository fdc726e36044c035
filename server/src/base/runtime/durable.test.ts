import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { writeWhole } from './durable.ts'

const MB = 200
/** A process of its own, which writes a large file and is killed while it does. */
const WRITE = `import { writeWhole } from ${JSON.stringify(new URL('./durable.ts', import.meta.url).href)}
await writeWhole(process.argv[1], Buffer.alloc(${MB} * 2 ** 20))`

test('a process that is killed while it writes leaves no half of a file under its name', async () => {
  const folder = testFolder('durable')
  const path = join(folder, 'ticket.escpos')
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITE, path], { stdio: 'inherit' })
  while (child.exitCode === null && readdirSync(folder).length === 0) await sleep(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(folder)).toHaveLength(1)
  if (existsSync(path)) expect(statSync(path).size).toBe(MB * 2 ** 20)
})

test('a file that cannot get its name leaves nothing else', async () => {
  const folder = testFolder('durable')
  await mkdir(join(folder, 'taken', 'inside'), { recursive: true })
  await expect(writeWhole(join(folder, 'taken'), 'x')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})
