import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Nota, openJournal } from './journal.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-diario-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'diario.jsonl')
}

const nota = (intento: number, fase: Nota['fase'] = 'creando'): Nota => ({
  intento,
  cerca: 1,
  seq: 1,
  fase,
  job_id: null,
  uuid: null,
  impresiones: null,
  mensaje: null,
})

const denied = (syscall: string) => Object.assign(new Error(`EPERM: ${syscall}`), { code: 'EPERM', syscall })

/**
 * A file handle that fails where Windows does: it flushes no folder, and cuts no file that is open for
 * appending.
 */
async function asOnWindows(path: string): Promise<FileHandle> {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', platform ?? {}))
  const any = await open(`${path}.otro`, 'w')
  await any.close()
  const proto: FileHandle = Object.getPrototypeOf(any)
  const { sync } = proto
  vi.spyOn(proto, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw denied('fsync')
    return sync.call(this)
  })
  vi.spyOn(proto, 'truncate').mockRejectedValue(denied('ftruncate'))
  onTestFinished(() => void vi.restoreAllMocks())
  return proto
}

describe.each(['Linux', 'Windows'])('the journal of an agent on %s', (system) => {
  it('has all written lines, also after it is opened again', async () => {
    const path = scratch()
    if (system === 'Windows') await asOnWindows(path)
    const journal = await openJournal(path)
    await journal.write(nota(1))
    await journal.write(nota(2))
    await journal.close()
    const again = await openJournal(path)
    expect([...again.attempts().keys()]).toEqual([1, 2])
    await again.close()
  })

  it('is empty once the server knows all of it, and takes new lines', async () => {
    const path = scratch()
    if (system === 'Windows') await asOnWindows(path)
    const journal = await openJournal(path)
    await journal.write(nota(1))
    await journal.forget(1)
    expect(readFileSync(path, 'utf8')).toBe('')
    await journal.write(nota(2))
    await journal.close()
    expect(readFileSync(path, 'utf8').trim().split('\n')).toEqual([JSON.stringify(nota(2))])
  })

  it('loses no line after one that a full disk cut in half', async () => {
    const path = scratch()
    const proto: FileHandle =
      system === 'Windows' ? await asOnWindows(path) : Object.getPrototypeOf(await opened(path))
    const journal = await openJournal(path)
    await journal.write(nota(1))
    const { appendFile } = proto
    vi.spyOn(proto, 'appendFile').mockImplementationOnce(async function (this: FileHandle, data) {
      await appendFile.call(this, String(data).slice(0, 20))
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(journal.write(nota(2))).rejects.toThrow('ENOSPC')
    await journal.write(nota(3))
    await journal.close()
    const again = await openJournal(path)
    expect([...again.attempts().keys()]).toEqual([1, 3])
    await again.close()
  })
})

async function opened(path: string): Promise<FileHandle> {
  const file = await open(`${path}.otro`, 'w')
  await file.close()
  return file
}
