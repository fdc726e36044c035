import { stat } from 'node:fs/promises'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ContenidoRow } from './store.ts'

/**
 * A path to read the PDF from: for a damaged one its repaired copy, made when it is first needed.
 * @param original where its bytes are while they are not kept yet
 */
export async function pathToRead(
  { files, pdf }: Pick<Deps, 'files' | 'pdf'>,
  { id, reparado }: Pick<ContenidoRow, 'id' | 'reparado'>,
  original?: string,
): Promise<string> {
  const bytes = original ?? (await files.pathOf(id))
  if (!reparado) return bytes
  const copy = await files.derivedPath(id, 'reparado.pdf')
  if (!(await stat(copy).catch(() => null))) await pdf.repair(bytes, copy)
  return copy
}
