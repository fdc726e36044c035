// Reads files in a worker, one job at a time; the last file stays open for the next job.
import { type DocumentoAbierto, openDocumento } from './documento.ts'
import type { PedidoDeLectura, RespuestaDeTrabajo } from './trabajo.ts'

let open: { id: string; documento: DocumentoAbierto } | null = null

self.onmessage = async ({ data }: MessageEvent<PedidoDeLectura>) => {
  self.postMessage(
    await work(data).catch((error: unknown): RespuestaDeTrabajo => ({ es: 'no', estado: estadoOf(error) })),
  )
}

async function work(trabajo: PedidoDeLectura): Promise<RespuestaDeTrabajo> {
  const documento = await documentoOf(trabajo)
  if (trabajo.que === 'contar') {
    const tamanos = await documento.contar()
    // The server reads some files in which pdf.js finds no page
    return tamanos.length > 0 ? { es: 'contado', tamanos } : { es: 'no', estado: 'ilegible' }
  }
  if (trabajo.que === 'miniatura') return { es: 'dibujo', dibujo: await documento.miniatura() }
  if (trabajo.que === 'pagina')
    return { es: 'dibujo', dibujo: await documento.pagina(trabajo.pagina, trabajo.ancho) }
  const color: boolean[] = []
  const end = performance.now() + trabajo.ms
  // A page that cannot be examined counts as colour, as it does on the server
  for (let page = trabajo.desde; page <= trabajo.hasta; page++) {
    color.push(await documento.isColor(page, trabajo.sensibilidad).catch(() => true))
    if (performance.now() > end) break
  }
  return { es: 'mirado', color }
}

async function documentoOf({ id, file }: PedidoDeLectura): Promise<DocumentoAbierto> {
  if (open?.id === id) return open.documento
  await open?.documento.close()
  open = null
  const documento = await openDocumento(file)
  open = { id, documento }
  return documento
}

const estadoOf = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? 'protegido' : 'ilegible'
