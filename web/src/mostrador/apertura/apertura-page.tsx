import type { PasoInstalacion } from '@imprimitodo/shared/api/instalacion'
import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, Power } from 'lucide-react'
import { useId } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Marco } from '../dueno/marco.tsx'
import { useReload } from '../dueno/queries.ts'
import { Unloaded } from '../loading.tsx'
import { ask } from '../session/ask.ts'
import styles from './apertura.module.css'
import { useApertura } from './queries.ts'

/** The steps of opening the shop: those that block it, apart from the others, each with its reason. */
export function AperturaPage() {
  const query = useApertura()
  return (
    <Marco title="Para abrir">
      <Unloaded query={query} label="Cargando…" />
      {query.data && <Apertura {...query.data} />}
    </Marco>
  )
}

function Apertura({ abierta, pasos }: { abierta: boolean; pasos: PasoInstalacion[] }) {
  const faltan = pasos.filter(({ bloquea, hecho }) => bloquea && !hecho)
  return (
    <>
      <div className={styles.head}>
        <p>{abierta ? 'La tienda está abierta: los clientes ya pueden pagar.' : summaryOf(faltan.length)}</p>
        {!abierta && <Open isReady={faltan.length === 0} />}
      </div>
      <div className={styles.columns}>
        <Pasos title="Sin esto no se abre" pasos={pasos.filter(({ bloquea }) => bloquea)} />
        <Pasos title="Se puede abrir igual" pasos={pasos.filter(({ bloquea }) => !bloquea)} />
      </div>
      <Notice still>
        <b>¿Cómo se ve?</b> Mirala como cliente en <a href="/">la tienda</a>. Al abrir no se borra nada.
      </Notice>
    </>
  )
}

const summaryOf = (faltan: number): string => {
  if (faltan === 0) return 'No falta nada: ya podés abrir.'
  const cosas = faltan === 1 ? 'Falta 1 cosa' : `Faltan ${faltan} cosas`
  return `${cosas}. La tienda se ve, y todavía no se puede pagar.`
}

function Open({ isReady }: { isReady: boolean }) {
  const reload = useReload()
  const { mutate, data, isError, isPending } = useMutation({
    mutationFn: () => ask('POST /api/mostrador/instalacion/abrir'),
    onSuccess: (answer) => {
      if (answer.ok) showToast('La tienda está abierta')
      void reload()
    },
  })
  const problem = isError
    ? sinRespuesta('se abrió', OTRA_VEZ)
    : data?.ok === false
      ? (data.errores ?? 'No se pudo abrir.')
      : null
  return (
    <>
      <BusyButton
        variant="primary"
        icon={Power}
        isBusy={isPending}
        busyText="Abriendo…"
        aria-disabled={!isReady}
        onClick={() => isReady && mutate()}
      >
        Abrir la tienda
      </BusyButton>
      {problem && (
        <Notice tone="error" className={styles.problem}>
          {problem}
        </Notice>
      )}
    </>
  )
}

function Pasos({ title, pasos }: { title: string; pasos: PasoInstalacion[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.pasos}>
      <h2 id={id}>{title}</h2>
      <ul>
        {pasos.map((paso) => (
          <Paso key={paso.paso} {...paso} />
        ))}
      </ul>
    </section>
  )
}

function Paso({ hecho, bloquea, titulo, texto, enlace }: PasoInstalacion) {
  const [Icon, kind, word] = hecho
    ? ([Check, styles.hecho, 'Listo'] as const)
    : bloquea
      ? ([CircleAlert, styles.falta, 'Falta'] as const)
      : ([Clock, styles.espera, 'Para después'] as const)
  return (
    <li>
      <span className={kind}>
        <Icon size={18} strokeWidth={2.4} aria-hidden />
        <span className="visually-hidden">{word}: </span>
      </span>
      <div>
        <h3>{titulo}</h3>
        {!hecho && <p>{texto}</p>}
      </div>
      {!hecho && (
        <LinkButton size="medium" to={enlace}>
          Completar<span className="visually-hidden"> {titulo.toLowerCase()}</span>
        </LinkButton>
      )}
    </li>
  )
}
