import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { TextButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { ask, sendKit } from '../session/ask.ts'
import styles from './dueno.module.css'
import { Problema } from './marco.tsx'
import { useAct, useDueno, useReload } from './queries.ts'

/** The PDF itself: upload, replace, remove. `token`: the one in its address, null for none. */
export function KitBanderas({ token }: { token: string | null }) {
  const { data } = useDueno('GET /api/mostrador/kit-banderas', undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const reload = useReload()
  const act = useAct()
  const kit = data?.kit

  async function send(file: File) {
    setProblem(null)
    setBusy(true)
    const refused = await sendKit(file).catch(() => sinRespuesta('se guardó el PDF', OTRA_VEZ))
    setBusy(false)
    setProblem(refused)
    if (refused === null) showToast('PDF subido')
    void reload()
  }

  return (
    <section className={styles.parte} aria-label="PDF del kit de banderas">
      <h2>PDF del kit de banderas</h2>
      <div className={styles.facts}>
        {data && !kit && <p>Todavía no subiste ninguno: el sitio no lo muestra.</p>}
        {kit && (
          <p>
            {count(kit.paginas, 'página')} · subido el {formatMoment(kit.subido).toLowerCase()}
          </p>
        )}
        {kit && !token && <p>No se ve: falta su dirección, en «Redes y kit de banderas».</p>}
        {kit && token && (
          <p>
            <a href={`/${token}.pdf`} target="_blank" rel="noreferrer">
              Ver el PDF
            </a>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <FileButton
          label={isBusy ? 'Subiendo…' : 'Subir un PDF de hasta 20 MB'}
          icon={Upload}
          disabled={isBusy}
          onPick={([file]) => file && void send(file)}
        />
        {kit && (
          <TextButton
            onClick={() => void act('PDF quitado', () => ask('DELETE /api/mostrador/kit-banderas'))}
          >
            Quitar el PDF
          </TextButton>
        )}
      </div>
      {problem && <Problema>{problem}</Problema>}
    </section>
  )
}
