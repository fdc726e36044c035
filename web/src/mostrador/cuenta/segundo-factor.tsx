import { CodigoForm } from '@imprimitodo/shared/api/acceso'
import { countAfter } from '@imprimitodo/shared/rules/base/cantidad'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button } from '../../ui/button.tsx'
import { showProblem } from '../../ui/notice/toasts.tsx'
import { useBusy } from '../../ui/state/use-busy.ts'
import { BusyButton } from '../busy-button.tsx'
import styles from '../dueno/dueno.module.css'
import { Editor } from '../dueno/editor.tsx'
import { duenoKey } from '../dueno/queries.ts'
import { textOf } from '../dueno/valores.ts'
import { useFocusKept } from '../layout/heading.tsx'
import { Unloaded } from '../loading.tsx'
import { ask } from '../session/ask.ts'
import { ActivateFactor, Recuperacion } from './activate-factor.tsx'

const KEY = ['segundo-factor']

/** The person's own second factor: on, off, new recovery codes. */
export function SegundoFactor() {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/segundo-factor', { signal })),
  })
  const { data } = query
  const keepFocus = useFocusKept(String(data?.activo))
  const refresh = () => {
    keepFocus() // the buttons are others then
    void cache.invalidateQueries({ queryKey: KEY })
    void cache.invalidateQueries({ queryKey: duenoKey }) // it is one of the steps to open the shop
  }
  if (!data) return <Unloaded query={query} label="Cargando…" />
  return (
    <section className={styles.parte} aria-label="Segundo factor">
      <h2>Segundo factor</h2>
      {data.activo ? (
        <p>
          Activo: al ingresar se pide además el código de tu teléfono.{' '}
          {countAfter('Te queda', data.recuperacion, 'código')} de recuperación.
          {data.exigido && ' El dueño lo pide a todos: no se puede apagar.'}
        </p>
      ) : (
        <p>
          Apagado. Con él, quien averigüe tu contraseña no puede ingresar sin tu teléfono. Hace falta una
          aplicación de códigos, como Google Authenticator o Aegis.
        </p>
      )}
      <div className={styles.buttons}>
        {data.activo ? (
          <Activo exigido={data.exigido} onChange={refresh} />
        ) : (
          <ActivateFactor onDone={refresh} />
        )}
      </div>
    </section>
  )
}

function Activo({ exigido, onChange }: { exigido: boolean; onChange: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const [codigos, setCodigos] = useState<string[] | null>(null)
  const { isBusy, run } = useBusy() // codes that are made again make those on the screen useless

  async function renew() {
    const answer = await ask('POST /api/mostrador/segundo-factor/recuperacion').catch(() => null)
    if (answer?.ok) {
      setCodigos(answer.data.codigos)
      onChange()
    } else
      showProblem(
        answer?.errores ?? sinRespuesta('se hicieron', 'Hacelos de nuevo: los de antes pueden no servir.'),
      )
  }

  return (
    <>
      <BusyButton size="medium" isBusy={isBusy} onClick={() => void run(renew)}>
        Códigos de recuperación nuevos
      </BusyButton>
      {!exigido && (
        <Button size="medium" onClick={() => setLeaving(true)}>
          Apagar el segundo factor
        </Button>
      )}
      {isLeaving && (
        <Editor
          title="Apagar el segundo factor"
          schema={CodigoForm}
          campos={[{ name: 'codigo', label: 'Código de la aplicación, o uno de recuperación' }]}
          inicial={{ codigo: '' }}
          action="Apagar"
          busyText="Apagando…"
          saved="Segundo factor apagado"
          body={({ codigo }) => ({ codigo: textOf(codigo) })}
          save={(body) => ask('POST /api/mostrador/segundo-factor/desactivar', { body })}
          onSaved={onChange}
          onClose={() => setLeaving(false)}
        />
      )}
      {codigos && <Recuperacion codigos={codigos} onClose={() => setCodigos(null)} />}
    </>
  )
}
