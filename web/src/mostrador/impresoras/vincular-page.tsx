import type { Agente } from '@imprimitodo/shared/api/impresion'
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Check, Clock, Download, Monitor } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useImpresoras } from '../impresion/queries.ts'
import { Heading } from '../layout/heading.tsx'
import { Unloaded } from '../loading.tsx'
import { impresorasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { Encontradas } from './encontradas.tsx'
import { AGENTE_SILENT_MS, type CodigoDeVinculo, codigoOf, computadoraText, leftText } from './vinculacion.ts'
import styles from './vincular.module.css'

/** Short, since a person stands in front of the new computer and waits for it to appear. */
const LOOK_MS = 4_000
const PREPARE_MS = 2_000

/**
 * The setup of an agent: the program for one computer of a branch, its code, and the printers it discovers.
 */
export default function VincularPage() {
  const { id } = useParams()
  const query = useImpresoras()
  const cache = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void cache.invalidateQueries({ queryKey: impresorasKey }), LOOK_MS)
    return () => clearInterval(timer)
  }, [cache])
  if (!query.data) return <Unloaded query={query} label="Cargando…" />
  const agente = query.data.agentes.find((one) => String(one.id) === id)
  return agente ? <Pair key={agente.id} agente={agente} /> : <NoEsta />
}

const WayBack = () => (
  <LinkButton size="medium" icon={ArrowLeft} to="/mostrador/impresoras">
    <span className="visually-hidden">Volver a </span>Impresoras
  </LinkButton>
)

const NoEsta = () => (
  <EmptySheet>
    <Heading title="Ese agente no está" />
    <p>Lo revocaron, o la dirección no es esa.</p>
    <WayBack />
  </EmptySheet>
)

function Pair({ agente }: { agente: Agente }) {
  const { nombre, sucursal, sin_vincular, computadora, visto } = agente
  const isHeard = visto !== null && serverNow() - Date.parse(visto) < AGENTE_SILENT_MS
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <WayBack />
        <div>
          <Heading title={`${sin_vincular ? 'Vincular la' : 'La'} computadora de ${sucursal}`} />
          <p className="muted">
            {nombre}: la que está al lado de las impresoras. Después arranca sola con la máquina y se
            actualiza sola.
          </p>
        </div>
      </div>
      <div className={styles.columns}>
        <div className={styles.pasos}>
          <Paso numero={1} title="Bajá el programa en esa computadora" isDone={!sin_vincular}>
            <Programa id={agente.id} />
          </Paso>
          {sin_vincular && (
            <Paso numero={2} title="Escribí este código cuando lo pida" isDone={false}>
              <ElCodigo id={agente.id} />
            </Paso>
          )}
          {!sin_vincular && (
            <Notice tone={isHeard ? 'done' : 'warning'}>
              <b>{isHeard ? 'Está conectada.' : 'Se vinculó, y ahora no contesta.'}</b>{' '}
              {computadora ? `${computadoraText(computadora)}.` : 'Todavía no dijo cómo se llama.'}
              {computadora?.problema && <p>{computadora.problema}</p>}
            </Notice>
          )}
        </div>
        <Encontradas agente={agente} isHeard={isHeard} />
      </div>
    </div>
  )
}

function Paso({
  numero,
  title,
  isDone,
  children,
}: {
  numero: number
  title: string
  isDone: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.paso} aria-labelledby={`paso-${numero}`}>
      <span className={isDone ? styles.hecho : styles.numero} aria-hidden>
        {isDone ? <Check size={18} strokeWidth={3} /> : numero}
      </span>
      <h2 id={`paso-${numero}`}>{title}</h2>
      <div className={styles.cuerpo}>{children}</div>
    </section>
  )
}

const PLATAFORMAS: { plataforma: Plataforma; nombre: string; icon: typeof Monitor; como: ReactNode }[] = [
  {
    plataforma: 'windows',
    nombre: 'Windows de 64 bits',
    icon: Monitor,
    como: 'Descomprimí el archivo y abrí instalar.cmd. Si Windows pregunta: Más información › Ejecutar de todas formas.',
  },
  {
    plataforma: 'linux',
    nombre: 'Linux',
    icon: Download,
    como: (
      <>
        Descomprimí el archivo y corré <code>sudo ./instalar.sh</code>
      </>
    ),
  },
]

function Programa({ id }: { id: number }) {
  const [chosen, setChosen] = useState<Plataforma | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending, data } = useMutation({
    mutationFn: (plataforma: Plataforma) => readyPaquete(id, plataforma),
    onMutate: () => setProblem(null),
    onSuccess: (answer) => {
      if (!answer.ok) setProblem(answer.errores ?? 'No se pudo preparar la descarga.')
      // The browser's own download: it shows its progress, and resumes after a lost connection
      else if (answer.data.paquete) location.assign(answer.data.paquete.url)
    },
    onError: () => setProblem('No hay conexión con el servidor: no se bajó nada.'),
  })
  const como = PLATAFORMAS.find(({ plataforma }) => plataforma === (chosen ?? 'windows'))?.como
  const made = data?.ok && !isPending ? data.data.paquete : null
  return (
    <>
      <div className={styles.botones}>
        {PLATAFORMAS.map(({ plataforma, nombre, icon }) => (
          <BusyButton
            key={plataforma}
            size="medium"
            icon={icon}
            isBusy={isPending && chosen === plataforma}
            busyText="Preparando…"
            aria-disabled={isPending}
            onClick={() => {
              if (isPending) return
              setChosen(plataforma)
              mutate(plataforma)
            }}
          >
            {nombre}
          </BusyButton>
        ))}
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p role="status" className="muted">
        {isPending && 'La primera vez tarda: el servidor arma el programa.'}
        {made && `Bajando ${Math.max(1, Math.round(made.bytes / 1e6))} MB. `}
        {!isPending && como}
      </p>
      {made && (
        <p className="muted">
          ¿Esa computadora es otra? <a href={made.url}>Este enlace</a> baja lo mismo desde ahí, sin entrar al
          mostrador, durante una hora.
        </p>
      )}
    </>
  )
}

/** Polls until it is built. */
async function readyPaquete(id: number, plataforma: Plataforma) {
  for (;;) {
    const answer = await ask('POST /api/mostrador/agentes/:id/paquete', {
      params: { id },
      body: { plataforma },
    })
    if (!answer.ok || answer.data.paquete) return answer
    await new Promise((done) => setTimeout(done, PREPARE_MS))
  }
}

function ElCodigo({ id }: { id: number }) {
  const [codigo, setCodigo] = useState<CodigoDeVinculo | null>(codigoOf(useLocation().state))
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('POST /api/mostrador/agentes/:id/codigo', { params: { id } }),
    onMutate: () => setProblem(null),
    onSuccess: (answer) => {
      if (answer.ok) setCodigo(answer.data)
      else setProblem(answer.errores ?? 'No se pudo hacer otro código.')
    },
    onError: () => setProblem(sinRespuesta('se hizo otro código', OTRA_VEZ)),
  })
  const left = useLeft(codigo?.vence ?? null)
  return (
    <>
      {codigo && left && (
        <div className={styles.codigo}>
          <p className={styles.letras}>{codigo.codigo}</p>
          <p className={styles.vale}>
            <Clock size={18} strokeWidth={2.4} aria-hidden />
            <span>
              <b>Vale {left} min</b> y una sola vez
            </span>
          </p>
        </div>
      )}
      {codigo && !left && <Notice tone="warning">Venció: valía 15 minutos. Pedí otro.</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <BusyButton size="medium" isBusy={isPending} busyText="Haciendo otro…" onClick={() => mutate()}>
        {codigo ? 'Otro código' : 'Pedir un código'}
      </BusyButton>
    </>
  )
}

/** Changes every second while any time is left. */
function useLeft(vence: string | null): string | null {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!vence) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [vence])
  return vence && leftText(vence, now)
}
