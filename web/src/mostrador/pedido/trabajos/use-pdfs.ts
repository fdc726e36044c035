import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { nombreOfTrabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import { useEffect, useRef, useState } from 'react'
import { RefusedError } from '../../../api/query-client.ts'
import { saveBlob } from '../../../ui/save-blob.ts'
import { fetchPdf } from '../../session/ask.ts'
import { papelName, pdfName } from './descarga.ts'

/**
 * A PDF of an order: one of its works, or a paper such as the ticket. `key` tells them apart on the screen.
 */
export type Pdf = { key: string; titulo: string; path: string; fileName: string }

/** The announcement of the downloads' state; `error` where it failed. */
type News = { text: string; isError: boolean }

const KEEP_TAB_MS = 10 * 60_000
/** Chromium drops the eleventh download within a second, and tells neither the page nor the person. */
const BETWEEN_SAVES_MS = 250

/** The ticket on A4 or on A6, and the label of the shelf. */
export type Papeles = Record<'ticket' | 'ticketA6' | 'etiqueta', Pdf>

export function pdfsOf({ pedido_id, numero, trabajos }: PedidoMostrador): {
  trabajos: Pdf[]
  papeles: Papeles
} {
  const base = `/api/mostrador/pedidos/${encodeURIComponent(pedido_id)}`
  const papelOf = (key: string, titulo: string, papel: string): Pdf => ({
    key,
    titulo,
    path: `${base}/ticket.pdf?papel=${papel}`,
    fileName: papelName(numero, key),
  })
  return {
    papeles: {
      ticket: papelOf('ticket', 'el ticket', 'a4'),
      ticketA6: papelOf('ticket-a6', 'el ticket de A6', 'a6'),
      etiqueta: papelOf('etiqueta', 'la etiqueta', 'etiqueta'),
    },
    trabajos: trabajos.map((trabajo) => ({
      key: String(trabajo.id),
      titulo: `«${nombreOfTrabajo(trabajo)}»`,
      path: `${base}/trabajos/${trabajo.id}.pdf`,
      fileName: pdfName(numero, trabajo),
    })),
  }
}

/**
 * Fetches PDFs with the bearer, which a plain link cannot carry, and saves them or opens them in a tab. The
 * server makes a PDF at its first request, which takes up to 20 s.
 */
export function usePdfs() {
  const [busy, setBusy] = useState<readonly string[]>([])
  const [news, setNews] = useState<News | null>(null)
  const [all, setAll] = useState<{ done: number; total: number } | null>(null)
  const left = useRef<AbortController>(new AbortController())
  const allRun = useRef<AbortController | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    return () => leaving.abort()
  }, [])

  async function get({ key, titulo, path }: Pdf): Promise<Blob | null> {
    setBusy((keys) => [...keys, key])
    setNews({ text: `Preparando ${titulo}. La primera vez puede tardar.`, isError: false })
    try {
      return await fetchPdf(path, left.current.signal)
    } catch (error) {
      if (left.current.signal.aborted) return null
      const why = error instanceof RefusedError ? error.message : 'No hay conexión con el servidor.'
      setNews({ text: `No se pudo traer ${titulo}. ${why}`, isError: true })
      return null
    } finally {
      setBusy((keys) => keys.filter((other) => other !== key))
    }
  }

  /** `turn`: when the browser takes it. */
  async function save(pdf: Pdf, turn?: Promise<unknown>): Promise<boolean> {
    const blob = await get(pdf)
    await turn
    if (!blob || left.current.signal.aborted) return false
    saveBlob(blob, pdf.fileName)
    setNews({ text: `Descargado: ${pdf.fileName}`, isError: false })
    return true
  }

  async function view(pdf: Pdf): Promise<void> {
    // Opened before the wait: later the browser would block it as a pop-up
    const tab = window.open('', '_blank')
    if (!tab)
      return setNews({ text: 'El navegador bloqueó la pestaña. Permitila o usá «PDF».', isError: true })
    tab.document.title = pdf.fileName
    tab.document.body.textContent = `Preparando ${pdf.titulo}…`
    const blob = await get(pdf)
    if (!blob) return tab.close()
    const url = URL.createObjectURL(blob)
    setTimeout(() => URL.revokeObjectURL(url), KEEP_TAB_MS)
    tab.location.href = url
    setNews({ text: `Abierto en otra pestaña: ${pdf.titulo}`, isError: false })
  }

  /** One after another: the server makes them one at a time, and they are saved in order. */
  async function saveAll(pdfs: Pdf[]): Promise<void> {
    const run = new AbortController()
    allRun.current = run
    const failed: string[] = []
    let turn: Promise<unknown> = Promise.resolve()
    for (const [done, pdf] of pdfs.entries()) {
      if (run.signal.aborted || left.current.signal.aborted) break
      setAll({ done, total: pdfs.length })
      if (!(await save(pdf, turn))) failed.push(pdf.titulo)
      turn = new Promise((resolve) => setTimeout(resolve, BETWEEN_SAVES_MS))
    }
    setAll(null)
    if (left.current.signal.aborted) return
    if (failed.length > 0)
      setNews({ text: `No se pudo traer ${failed.join(', ')}. Probá de nuevo con cada uno.`, isError: true })
    else if (!run.signal.aborted)
      setNews({
        text: `Listo: ${pdfs.length} PDF. Si en tus descargas hay menos, permitile al navegador descargar varios archivos.`,
        isError: false,
      })
  }

  return { busy, news, all, save, view, saveAll, stopAll: () => allRun.current?.abort() }
}

export type Pdfs = ReturnType<typeof usePdfs>
