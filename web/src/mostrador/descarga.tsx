import { Download } from 'lucide-react'
import { useState } from 'react'
import { showProblem } from '../ui/notice/toasts.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { BusyButton } from './busy-button.tsx'
import { askRaw } from './session/ask.ts'

/** Saves it under the server's file name, or `name` without one. */
export async function saveFile(response: Response, name: string): Promise<void> {
  const file = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(await response.blob(), file ?? name)
}

/** A button that saves a file: `href` is its address with its query, `name` says what the file contains. */
export function Descarga({ name, href, formato }: { name: string; href: string; formato: 'CSV' | 'Excel' }) {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const response = await askRaw(href, '*/*').catch(() => null)
    setBusy(false)
    if (!response?.ok) return showProblem(`No se pudo descargar «${name}». Probá de nuevo.`)
    await saveFile(response, name)
  }
  return (
    <BusyButton
      size="medium"
      icon={Download}
      isBusy={isBusy}
      busyText="Descargando…"
      about={`: ${name}`}
      onClick={() => void save()}
    >
      {formato}
    </BusyButton>
  )
}
