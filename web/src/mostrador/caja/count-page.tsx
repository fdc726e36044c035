import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, Check } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Navigate } from '../../ui/link.tsx'
import { Heading } from '../layout/heading.tsx'
import { wordsOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import { ConTurno } from './con-turno.tsx'
import { Conteo, readConteo } from './conteo.tsx'
import styles from './count.module.css'
import { type Cierre, type CountResult, Diferencia } from './diferencia.tsx'
import { useCajaAgain } from './queries.ts'
import { useConteo } from './use-conteo.ts'

const PASOS = ['Contar', 'Diferencia', 'Cerrar'] as const

/** A shift is counted, compared and closed; then its sheet is shown. */
export const CountPage = () => (
  <ConTurno id={Number(useParams().id)}>
    {({ turno_id, cerrado, fondo }) =>
      cerrado ? (
        <Navigate to={`/mostrador/caja/${turno_id}`} replace />
      ) : (
        <Count id={turno_id} fondo={fondo} />
      )
    }
  </ConTurno>
)

function Count({ id, fondo }: { id: number; fondo: number }) {
  const { escrito, setEscrito, forget } = useConteo(id)
  const [tried, setTried] = useState(0)
  const [said, setSaid] = useState<CountResult | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const again = useCajaAgain()
  const conteo = readConteo(escrito)
  const body = { contado: conteo.total, billetes: conteo.contados }
  const params = { id: String(id) }
  const failed = () =>
    setProblem('No hay conexión con el servidor. Probá de nuevo: lo que contaste sigue acá.')

  const count = useMutation({
    mutationFn: () => ask('POST /api/mostrador/turnos/:id/contar', { params, body }),
    onSuccess: (answer) => {
      if (answer.ok) setSaid(answer.data)
      else {
        setProblem(wordsOf(answer) ?? 'No se pudo contar.')
        void again() // another person closed it meanwhile
      }
    },
    onError: failed,
  })
  const close = useMutation({
    mutationFn: (cierre: Cierre) =>
      ask('POST /api/mostrador/turnos/:id/cerrar', { params, body: { ...body, ...cierre } }),
    onSuccess: async (answer) => {
      // A charge came in meanwhile without its means, or another person closed it
      if (answer.ok) forget()
      else setProblem(wordsOf(answer) ?? 'No se pudo cerrar.')
      // The sheet is shown only once the loaded shift is closed
      await again()
    },
    onError: failed,
  })

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <LinkButton size="medium" icon={ArrowLeft} to="/mostrador/caja">
          Caja
        </LinkButton>
        <Heading title="Contar y cerrar" />
        <Pasos actual={said ? 1 : 0} />
      </div>
      {said ? (
        <Diferencia
          fondo={fondo}
          said={said}
          problem={problem}
          isBusy={close.isPending}
          onAgain={() => {
            setProblem(null)
            setSaid(null)
          }}
          onClose={(cierre) => {
            setProblem(null)
            close.mutate(cierre)
          }}
        />
      ) : (
        <Conteo
          escrito={escrito}
          problem={problem}
          tried={tried}
          isBusy={count.isPending}
          onChange={setEscrito}
          onCounted={() => {
            setProblem(null)
            setTried(tried + 1)
            if (!conteo.isEmpty && conteo.mal.length === 0 && !conteo.isMonedasMal) count.mutate()
          }}
        />
      )}
    </div>
  )
}

const Pasos = ({ actual }: { actual: number }) => (
  <ol className={styles.pasos} aria-label="Pasos">
    {PASOS.map((paso, index) => (
      <li
        key={paso}
        className={index < actual ? styles.hecho : undefined}
        aria-current={index === actual ? 'step' : undefined}
      >
        <b aria-hidden>{index < actual ? <Check size={14} strokeWidth={3} /> : index + 1}</b>
        {paso}
      </li>
    ))}
  </ol>
)
