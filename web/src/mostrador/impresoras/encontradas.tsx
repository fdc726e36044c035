import type { Encontrada } from '@imprimitodo/shared/api/agente'
import type { Agente } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { duenoKey } from '../dueno/queries.ts'
import { impresorasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { problemasImpresora } from './formulario.ts'
import { ImpresoraEditor } from './impresora-form.tsx'
import { encontradaText, porQueNo } from './vinculacion.ts'
import styles from './vincular.module.css'

/** For each address, whether the printer is to be added, and its name in the shop. */
type Elegidas = Record<string, { isOn: boolean; nombre: string; problema?: string }>

/** The printers that the agent discovered, to be added with a name. */
export function Encontradas({ agente, isHeard }: { agente: Agente; isHeard: boolean }) {
  const { encontradas, sucursal } = agente
  const [elegidas, setElegidas] = useState<Elegidas>({})
  const [withTest, setWithTest] = useState(true)
  const [isWriting, setWriting] = useState(false)
  const { mutate, isPending, problem } = useAddImpresoras(sucursal, withTest, setElegidas)
  const of = ({ uri, nombre }: Encontrada) => elegidas[uri] ?? { isOn: false, nombre: nombre.slice(0, 60) }
  const chosen = encontradas.filter((one) => !porQueNo(one) && of(one).isOn)
  const change = (one: Encontrada, values: Partial<Elegidas[string]>) =>
    setElegidas((before) => ({ ...before, [one.uri]: { ...of(one), ...values } }))
  return (
    <section className={styles.encontradas} aria-labelledby="encontradas">
      <div className={styles.titulo}>
        <h2 id="encontradas">Impresoras que encontró</h2>
        {isHeard && <Spinner label="sigue buscando" visible />}
      </div>
      {encontradas.length === 0 && <p className="muted">{isHeard ? NONE_YET : FIRST}</p>}
      <ul className={styles.lista}>
        {encontradas.toSorted(usableFirst).map((one) => (
          <Una key={one.uri} encontrada={one} {...of(one)} onChange={(values) => change(one, values)} />
        ))}
      </ul>
      <Button size="medium" icon={Plus} onClick={() => setWriting(true)}>
        No está: escribir su dirección
      </Button>
      {chosen.length > 0 && (
        <>
          <label className={styles.prueba}>
            <input type="checkbox" checked={withTest} onChange={() => setWithTest(!withTest)} />
            <span>Imprimir una página de prueba en cada una</span>
          </label>
          {problem && <Notice tone="error">{problem}</Notice>}
          <BusyButton
            variant="primary"
            isBusy={isPending}
            busyText="Agregando…"
            onClick={() => mutate(chosen.map((one) => ({ uri: one.uri, nombre: of(one).nombre })))}
          >
            {chosen.length === 1 ? 'Agregar la que elegiste' : `Agregar las ${chosen.length}`}
          </BusyButton>
        </>
      )}
      {isWriting && <ImpresoraEditor onClose={() => setWriting(false)} />}
    </section>
  )
}

const usableFirst = (a: Encontrada, b: Encontrada): number =>
  Number(porQueNo(a) !== null) - Number(porQueNo(b) !== null)

const NONE_YET =
  'Todavía ninguna nueva. Mirá que estén prendidas, en la misma red, y con IPP (AirPrint o IPP Everywhere) activado.'
const FIRST = 'Cuando esa computadora se conecte, acá aparecen las de su red.'

function Una({
  encontrada,
  isOn,
  nombre,
  problema,
  onChange,
}: {
  encontrada: Encontrada
  isOn: boolean
  nombre: string
  problema?: string
  onChange: (values: { isOn?: boolean; nombre?: string; problema?: undefined }) => void
}) {
  const no = porQueNo(encontrada)
  const about = useId()
  const title = encontrada.modelo || encontrada.nombre
  // The announced name tells two printers of one model apart
  const own = encontrada.nombre === title ? null : encontrada.nombre
  return (
    <li className={isOn && !no ? styles.elegida : undefined}>
      <label className={styles.cual}>
        <input
          type="checkbox"
          checked={isOn && !no}
          disabled={no !== null}
          aria-describedby={about}
          onChange={() => onChange({ isOn: !isOn })}
        />
        <span>
          <b className={styles.modelo}>
            <bdi>{title}</bdi>
          </b>
          <small id={about}>
            {no && `${no.corto} `}
            {own && (
              <>
                <bdi>{own}</bdi> ·{' '}
              </>
            )}
            {encontradaText(encontrada)}
          </small>
        </span>
      </label>
      {no && (
        <details>
          <summary>
            Por qué
            <span className="visually-hidden">
              {' '}
              no se puede usar <bdi>{title}</bdi>
            </span>
          </summary>
          <p>{no.largo}</p>
        </details>
      )}
      {isOn && !no && (
        <Field
          label="Cómo la llaman"
          maxLength={60}
          autoComplete="off"
          value={nombre}
          error={problema}
          onChange={({ target }) => onChange({ nombre: target.value, problema: undefined })}
        />
      )}
    </li>
  )
}

type Nueva = { uri: string; nombre: string }

/** Adds them one after the other: those that failed stay chosen, with the reason at their name. */
function useAddImpresoras(
  sucursal: string,
  withTest: boolean,
  setElegidas: (change: (before: Elegidas) => Elegidas) => void,
) {
  const cache = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)

  /** Null: it was added; else the reason. */
  async function addOne({ uri, nombre }: Nueva): Promise<string | null> {
    const answer = await ask('POST /api/mostrador/impresoras', { body: { uri, nombre, sucursal } })
    if (!answer.ok) {
      const wrong = problemasImpresora(answer)
      return wrong.nombre ?? wrong.uri ?? wrong.general ?? 'No se pudo agregar.'
    }
    if (withTest) await ask('POST /api/mostrador/impresoras/:id/prueba', { params: { id: answer.data.id } })
    return null
  }

  const mutation = useMutation({
    onMutate: () => setProblem(null),
    async mutationFn(nuevas: Nueva[]) {
      let added = 0
      for (const nueva of nuevas) {
        const why = await addOne(nueva)
        setElegidas((before) => ({
          ...before,
          [nueva.uri]: { nombre: nueva.nombre, isOn: why !== null, ...(why && { problema: why }) },
        }))
        if (!why) added++
      }
      return added
    },
    onSuccess: (added) => {
      if (added > 0) showToast(`${count(added, 'impresora')} en ${sucursal}.`)
    },
    onError: () => setProblem('No hay conexión con el servidor: fijate cuáles quedaron en la lista.'),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: impresorasKey })
      void cache.invalidateQueries({ queryKey: duenoKey })
    },
  })
  return { mutate: mutation.mutate, isPending: mutation.isPending, problem }
}
