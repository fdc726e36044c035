import type { Agente } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { Link, useNavigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useAccion } from '../impresion/queries.ts'
import { impresorasKey, useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { type ProblemasImpresora, problemasImpresora } from './formulario.ts'
import styles from './impresoras.module.css'
import { AGENTE_SILENT_MS, type CodigoDeVinculo, computadoraText } from './vinculacion.ts'

/** How long a second computer with an agent's token is reported. */
const TWICE_MS = 24 * 3600_000

/** The agents, one in each branch. */
export function Agentes({ agentes, isOwner }: { agentes: Agente[]; isOwner: boolean }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles.sucursal} aria-labelledby="agentes">
      <div className={styles.head}>
        <h2 id="agentes">Agentes</h2>
        {isOwner && (
          <Button size="medium" icon={Plus} onClick={() => setAdding(true)}>
            Agregar agente
          </Button>
        )}
      </div>
      <p className="muted">
        El programa que corre en una computadora de la sucursal y habla con las impresoras. Alcanza con uno
        por sucursal.
      </p>
      {agentes.length === 0 && <p>Todavía no hay ninguno: nada se puede imprimir desde acá.</p>}
      <ul className={styles.agentes}>
        {agentes.map((agente) => (
          <Uno key={agente.id} agente={agente} isOwner={isOwner} />
        ))}
      </ul>
      {isAdding && <NuevoAgente onClose={() => setAdding(false)} />}
    </section>
  )
}

function Uno({ agente, isOwner }: { agente: Agente; isOwner: boolean }) {
  const { id, nombre, sucursal, visto, duplicado, computadora, encontradas, sin_vincular } = agente
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useAccion()
  const isSilent = !visto || now - Date.parse(visto) > AGENTE_SILENT_MS
  const isTwice = duplicado !== null && now - Date.parse(duplicado) < TWICE_MS
  return (
    <li className={isSilent || isTwice || computadora?.problema ? styles.atencion : undefined}>
      <p>
        <b>{nombre}</b>, {sucursal}
      </p>
      <p role="status">
        {visto
          ? isSilent
            ? `Sin noticias: la última, ${ageText(visto, now)}`
            : 'Conectado'
          : 'Todavía no se conectó'}
      </p>
      {computadora && <p className="muted">{computadoraText(computadora)}</p>}
      {computadora?.problema && <p role="status">{computadora.problema}</p>}
      {isOwner && (sin_vincular || encontradas.length > 0) && (
        <Link to={`/mostrador/impresoras/agentes/${id}`}>
          {sin_vincular ? 'Vincular su computadora' : `Encontró ${count(encontradas.length, 'impresora')}`}
          <span className="visually-hidden"> ({nombre})</span>
        </Link>
      )}
      {isTwice && (
        <p role="status">
          Otra computadora quiso usar su token {ageText(duplicado, now)} y no la dejamos. Si no fue alguien
          del local, revocalo y hacé uno nuevo.
        </p>
      )}
      {isOwner && (
        <Button size="medium" onClick={() => setAsking(true)}>
          Revocar<span className="visually-hidden"> {nombre}</span>
        </Button>
      )}
      {isAsking && (
        <AlertDialog
          title={`¿Revocar ${nombre}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>No, volver</Button>
              <BusyButton
                isBusy={isPending}
                busyText="Revocando…"
                onClick={() =>
                  mutate(
                    {
                      run: () => ask('DELETE /api/mostrador/agentes/:id', { params: { id } }),
                      done: `${nombre} ya no puede imprimir.`,
                    },
                    { onSettled: () => setAsking(false) },
                  )
                }
              >
                Sí, revocar
              </BusyButton>
            </>
          }
        >
          <p>Su token deja de valer y no imprime nada más. Lo que ya está en la impresora sale.</p>
        </AlertDialog>
      )}
    </li>
  )
}

/** Creates one, and leads to the page where its computer is paired. */
function NuevoAgente({ onClose }: { onClose: () => void }) {
  const { data: sucursales } = useSucursales()
  const [nombre, setNombre] = useState('')
  const [sucursal, setSucursal] = useState('')
  const [problemas, setProblemas] = useState<ProblemasImpresora>({})
  const navigate = useNavigate()
  const branch = sucursal || (sucursales?.[0]?.nombre ?? '')
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('POST /api/mostrador/agentes', { body: { nombre, sucursal: branch } }),
    onSuccess: (answer) => {
      if (!answer.ok) return setProblemas(problemasImpresora(answer))
      void cache.invalidateQueries({ queryKey: impresorasKey })
      const { id, codigo, vence } = answer.data
      // Shown only once: it is in no cache
      navigate(`/mostrador/impresoras/agentes/${id}`, { state: { codigo, vence } satisfies CodigoDeVinculo })
    },
    onError: () => {
      setProblemas({ general: sinRespuesta('se creó') })
      void cache.invalidateQueries({ queryKey: impresorasKey })
    },
  })

  function create() {
    setProblemas({})
    mutate()
  }

  return (
    <FormDialog
      title="Agregar agente"
      action="Crear"
      busyText="Creando…"
      isBusy={isPending}
      problems={problemas}
      onSubmit={create}
      onClose={onClose}
    >
      {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
      <Field
        label="Nombre"
        hint="La computadora donde va a correr: PC mostrador."
        maxLength={60}
        autoComplete="off"
        value={nombre}
        error={problemas.nombre}
        onChange={({ target }) => setNombre(target.value)}
      />
      <SelectField
        label="Sucursal"
        value={branch}
        error={problemas.sucursal}
        onChange={({ target }) => setSucursal(target.value)}
      >
        {sucursales?.map((one) => (
          <option key={one.nombre}>{one.nombre}</option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
