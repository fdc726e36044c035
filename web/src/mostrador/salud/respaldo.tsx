import { erroresOf } from '@imprimitodo/shared/rules/base/errores'
import { useQueryClient } from '@tanstack/react-query'
import { Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { readBody } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { saveFile } from '../descarga.tsx'
import { ask, askFile } from '../session/ask.ts'
import styles from './salud.module.css'

/** The owner downloads a whole backup, and gets the key that opens it. */
export function Respaldo() {
  const cache = useQueryClient()
  const [busy, setBusy] = useState<'bajar' | 'clave' | null>(null)
  const [clave, setClave] = useState<string | null>(null)

  async function download() {
    setBusy('bajar')
    try {
      const response = await askFile('/api/mostrador/respaldo')
      if (!response.ok)
        return showProblem(erroresOf(readBody(await response.text())) ?? 'No se pudo bajar el respaldo.')
      await saveFile(response, 'imprimitodo.respaldo')
      showToast('Respaldo bajado')
      // The files missing in the backup are listed above
      void cache.invalidateQueries({ queryKey: ['salud'] })
    } catch {
      showProblem('El respaldo no llegó entero: se cortó la conexión. Probá de nuevo.')
    } finally {
      setBusy(null)
    }
  }
  async function showKey() {
    setBusy('clave')
    const answer = await ask('POST /api/mostrador/respaldo/clave').catch(() => null)
    setBusy(null)
    if (answer?.ok) setClave(answer.data.clave)
    else showProblem(answer?.errores ?? 'No hay conexión con el servidor.')
  }

  return (
    <section className={styles.respaldo} aria-labelledby="tu-respaldo">
      <h2 id="tu-respaldo">Tu respaldo</h2>
      <p>
        Un archivo cerrado con todo: pedidos, archivos, cuentas y ajustes. Guardalo fuera de esta máquina, y
        la clave en otro lado: sin ella no se abre.
      </p>
      <div className={styles.actions}>
        <BusyButton
          icon={Download}
          isBusy={busy === 'bajar'}
          busyText="Bajando…"
          onClick={() => void download()}
        >
          Bajar un respaldo
        </BusyButton>
        <BusyButton
          icon={KeyRound}
          isBusy={busy === 'clave'}
          busyText="Buscando…"
          onClick={() => void showKey()}
        >
          Ver la clave
        </BusyButton>
      </div>
      {clave && (
        <Dialog
          title="Clave de los respaldos"
          onClose={() => setClave(null)}
          actions={
            <>
              <Button onClick={() => void copyText(clave, 'Clave copiada al portapapeles')}>Copiar</Button>
              <Button onClick={() => setClave(null)}>Ya la guardé</Button>
            </>
          }
        >
          <p>Quien tenga un respaldo y esta clave lee todo lo de tu tienda.</p>
          <code className={styles.clave}>{clave}</code>
        </Dialog>
      )}
    </section>
  )
}
