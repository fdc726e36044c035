import { type LugarRespaldo, RestaurarBody, type restauracionApi } from '@imprimitodo/shared/api/restauracion'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ArchiveRestore, FileUp, Server } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type * as z from 'zod'
import { call } from '../../api/call.ts'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Navigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Tarjeta } from '../cuenta/tarjeta.tsx'
import { checkBody, type Problems } from '../esquema.ts'
import { useFirstWrong } from '../first-wrong.ts'
import styles from '../session/login.module.css'
import { useMostradorSession } from '../session/session.ts'
import { codigoDelEnlace, useInstalada } from './queries.ts'
import { FIELDS, nombreOfSubida, problemsOf, useRestauracion } from './use-restauracion.ts'

/** The first start with an earlier backup: a person with the installation's code restores the whole shop. */
export default function RestaurarPage() {
  const session = useMostradorSession()
  const instalada = useInstalada()
  const restauracion = useRestauracion()
  const { estado } = restauracion
  if (session) return <Navigate to="/mostrador/dueno/para-abrir" replace />
  if (instalada && estado.paso === 'escribir') return <Navigate to="/mostrador/ingresar" replace />
  if (estado.paso === 'listo')
    return (
      // A card of its own: its heading takes the focus, which was in the form
      <Tarjeta key="listo" title="Tengo un respaldo">
        <Notice tone="done">
          Listo: tu tienda volvió entera. Ingresá con el e-mail y la contraseña que usabas.
        </Notice>
        <LinkButton variant="primary" wide to="/mostrador/ingresar">
          Ingresar
        </LinkButton>
      </Tarjeta>
    )
  return (
    <Tarjeta title="Tengo un respaldo">
      <Formulario {...restauracion} />
    </Tarjeta>
  )
}

type Lugar = z.output<
  (typeof restauracionApi)['POST /api/mostrador/instalacion/respaldos']['answer']
>['lugares'][number]

type Respaldo = { archivo: File } | { lugar: Exclude<LugarRespaldo, 'subido'>; nombre: string }

/** The form keeps its contents while it is sent: after a refusal only the wrong part is typed again. */
function Formulario({ estado, problems, setProblems, start }: ReturnType<typeof useRestauracion>) {
  const form = useFirstWrong(problems)
  const { hash } = useLocation()
  const [respaldo, setRespaldo] = useState<Respaldo | null>(null)
  const isBusy = estado.paso !== 'escribir'
  const textOf = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '')

  function restore(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const typed = { codigo: textOf('codigo'), clave: textOf('clave') }
    const read = checkBody(RestaurarBody, { ...typed, ...whereOf(respaldo) }, FIELDS)
    if (read.problems) return setProblems(read.problems)
    const { codigo, clave } = read.data
    if (respaldo) void start({ codigo, clave, ...respaldo })
  }

  return (
    <>
      <p>
        Volvé a levantar tu tienda como estaba: pedidos, archivos, cuentas y ajustes. Hacen falta el archivo
        que bajaste desde Salud, y su clave.
      </p>
      <form ref={form} className={styles.form} onSubmit={restore} noValidate>
        <Field
          label="Código de la instalación"
          name="codigo"
          autoComplete="off"
          spellCheck={false}
          defaultValue={codigoDelEnlace(hash)}
          autoCapitalize="characters"
          hint="12 letras y números: lo mostró el servidor al arrancar."
          error={problems.codigo}
          readOnly={isBusy}
        />
        <Field
          label="Clave del respaldo"
          name="clave"
          autoComplete="off"
          spellCheck={false}
          hint="64 letras y números. La mostraba Salud, en «Ver la clave»."
          error={problems.clave}
          readOnly={isBusy}
        />
        <Cual
          respaldo={respaldo}
          isBusy={isBusy}
          show={setProblems}
          codigo={() => textOf('codigo')}
          error={problems.nombre}
          onChange={(chosen) => {
            setRespaldo(chosen)
            setProblems({})
          }}
        />
        {problems.general && (
          <Notice tone="error">{problems.general} La instalación sigue vacía, como estaba.</Notice>
        )}
        <Avance estado={estado} />
        <BusyButton
          variant="primary"
          type="submit"
          wide
          icon={ArchiveRestore}
          isBusy={isBusy}
          busyText="Restaurando…"
        >
          Restaurar
        </BusyButton>
      </form>
      {!isBusy && <TextLink to={`/mostrador/instalar${hash}`}>No tengo respaldo: empezar de cero</TextLink>}
    </>
  )
}

/** The backup as the call names it. */
function whereOf(respaldo: Respaldo | null): { lugar: LugarRespaldo; nombre: string } {
  if (respaldo === null) return { lugar: 'subido', nombre: '' }
  return 'archivo' in respaldo ? { lugar: 'subido', nombre: nombreOfSubida(respaldo.archivo) } : respaldo
}

/** The choice of the backup: a file of this computer, or one that the server finds. */
function Cual({
  respaldo,
  isBusy,
  error,
  codigo,
  show,
  onChange,
}: {
  respaldo: Respaldo | null
  isBusy: boolean
  error: string | undefined
  codigo: () => string
  show: (problems: Problems) => void
  onChange: (respaldo: Respaldo | null) => void
}) {
  const [lugares, setLugares] = useState<Lugar[] | null>(null)
  const [isLooking, setLooking] = useState(false)
  const isRestoring = useRef(isBusy)
  useEffect(() => {
    isRestoring.current = isBusy
  }, [isBusy])
  const errorId = useId()
  const archivo = respaldo && 'archivo' in respaldo ? respaldo.archivo : null

  async function look() {
    setLooking(true)
    show({})
    try {
      const body = { codigo: codigo() }
      const answer = await call('POST /api/mostrador/instalacion/respaldos', { body, token: '' })
      if (isRestoring.current) return // it began meanwhile: what the server says now is about a shop in between
      if (!answer.ok) return show(problemsOf(answer))
      setLugares(answer.data.lugares)
      // A backup that is not shown any more must not be restored
      if (respaldo && !('archivo' in respaldo) && !isAmong(answer.data.lugares, respaldo)) onChange(null)
    } catch {
      if (!isRestoring.current) show({ general: 'No hay conexión con el servidor.' })
    } finally {
      setLooking(false)
    }
  }

  return (
    <>
      <div className={styles.file}>
        <FileButton
          label={archivo ? `Cambiar: ${archivo.name}` : 'Elegir el archivo'}
          icon={FileUp}
          accept=".respaldo"
          disabled={isBusy}
          errorId={error && errorId}
          onPick={([picked]) => picked && onChange({ archivo: picked })}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {/* Stays: it has the focus, and a place that could not be read can be asked again */}
      <BusyButton
        size="medium"
        icon={Server}
        isBusy={isLooking || isBusy}
        busyText={isLooking ? 'Buscando…' : undefined}
        onClick={() => void look()}
      >
        Ver los que hay en el servidor
      </BusyButton>
      {lugares && <Lugares lugares={lugares} value={respaldo} disabled={isBusy} onChange={onChange} />}
    </>
  )
}

const isAmong = (lugares: Lugar[], { lugar, nombre }: { lugar: LugarRespaldo; nombre: string }): boolean =>
  lugares.some((one) => one.lugar === lugar && one.respaldos.some((found) => found.nombre === nombre))

function Lugares({
  lugares,
  value,
  disabled,
  onChange,
}: {
  lugares: Lugar[]
  value: Respaldo | null
  disabled: boolean
  onChange: (respaldo: Respaldo) => void
}) {
  const all = lugares.flatMap(({ lugar, respaldos }) =>
    lugar === 'subido' ? [] : respaldos.map((one) => ({ ...one, lugar, value: `${lugar}/${one.nombre}` })),
  )
  const choices = all.map(({ lugar, cuando, bytes, value }) => ({
    value,
    label: `${formatMoment(cuando)}, ${sizeOf(bytes)}`,
    note: lugar === 'copia' ? 'En la copia' : 'En este servidor',
  }))
  const chosen = value && 'lugar' in value ? `${value.lugar}/${value.nombre}` : null
  const choose = (key: string) => {
    const found = all.find((one) => one.value === key)
    if (found) onChange({ lugar: found.lugar, nombre: found.nombre })
  }
  const problemas = lugares.filter(({ problema }) => problema !== null)
  return (
    <>
      {choices.length > 0 && (
        <ChoiceCards
          label="O uno de estos"
          asField="lugar"
          inOneColumn
          choices={choices}
          value={chosen}
          onChange={(key) => disabled || choose(key)} // disabled, it would lose the focus
        />
      )}
      {choices.length === 0 && problemas.length === 0 && (
        <Notice>En el servidor no hay ningún respaldo.</Notice>
      )}
      {problemas.map(({ nombre, problema }) => (
        <Notice key={nombre} tone="error">
          {nombre}: {problema}
        </Notice>
      ))}
    </>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  const [unit, name] = bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(bytes / unit).toFixed(1).replace('.', ',')} ${name}`
}

const PASOS = {
  subiendo: 'Subiendo el archivo',
  revisando: 'Revisando que esté entero',
  actualizando: 'Pasándolo a esta versión',
  restaurando: 'Restaurando',
}

function Avance({ estado }: { estado: ReturnType<typeof useRestauracion>['estado'] }) {
  if (estado.paso === 'escribir' || estado.paso === 'listo') return null
  if (estado.paso === 'reiniciando')
    return (
      <div role="status">
        <Spinner
          label="Está restaurado. El servidor empieza de nuevo con tu tienda: tarda unos segundos."
          visible
        />
      </div>
    )
  const { paso, hecho, total, cortado } = estado
  return (
    <div aria-live="polite">
      <Progress
        label={PASOS[paso]}
        title={PASOS[paso]}
        percent={total > 0 ? (100 * hecho) / total : 0}
        detail={
          cortado
            ? 'Se cortó la conexión. Sigue solo, desde donde quedó, cuando vuelva.'
            : paso === 'subiendo'
              ? `${sizeOf(hecho)} de ${sizeOf(total)}. No cierres esta página.`
              : undefined
        }
        ink="lemon"
        wide
      />
    </div>
  )
}
