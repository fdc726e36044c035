import { type SucursalDueno, SucursalForm } from '@imprimitodo/shared/api/dueno'
import { aperturasOf, horarioOf, semanaOf, semanaProblems } from '@imprimitodo/shared/rules/base/horario'
import { type Point, placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { OTRAS_HOJAS, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { formatWhatsapp } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { useState } from 'react'
import { ask } from '../session/ask.ts'
import { type CampoDeEditor, Editor } from './editor.tsx'
import { HorarioEditor } from './horario.tsx'
import { Listado } from './listado.tsx'
import { Marco } from './marco.tsx'
import { PosicionCampo } from './posicion-campo.tsx'
import { useDueno, useReload } from './queries.ts'
import { textOf } from './valores.ts'

const FALTA = 'Sin completar'

const HOJAS_CAMPOS = OTRAS_HOJAS.map(
  (hoja): CampoDeEditor<OtraHoja> => ({
    name: hoja,
    label: `Imprime en hojas ${hoja}`,
    kind: 'si',
  }),
)

/** The switches' initial values. */
const enHojas = (hojas: readonly OtraHoja[]): Record<OtraHoja, boolean> => ({
  A3: hojas.includes('A3'),
  Oficio: hojas.includes('Oficio'),
})

export function SucursalesPage() {
  const query = useDueno('GET /api/mostrador/sucursales', undefined)
  return (
    <Marco title="Sucursales">
      <Listado
        query={query}
        label="Sucursales"
        head={
          <p className="muted">Lo que los clientes leen de cada una, y desde dónde se miden los envíos.</p>
        }
        add="Agregar sucursal"
        isMain
        columns={['Sucursal', 'Dirección', 'WhatsApp', 'Horario', 'Acciones']}
        empty="Todavía no hay sucursales."
        nameOf={({ nombre }) => nombre}
        cells={({ direccion, whatsapp, horario }) => [
          direccion ?? FALTA,
          whatsapp ? formatWhatsapp(whatsapp) : FALTA,
          horario ?? FALTA,
        ]}
        editor={(sucursal, close) => (
          <SucursalEditor
            sucursal={sucursal}
            centro={query.data?.flatMap((one) => placeOf(one) ?? [])[0] ?? null}
            onClose={close}
          />
        )}
      />
    </Marco>
  )
}

function SucursalEditor({
  sucursal: of,
  centro,
  onClose,
}: {
  sucursal: SucursalDueno | null
  /** A branch with a position: there the map of a new one begins. */
  centro: Point | null
  onClose: () => void
}) {
  const [punto, setPunto] = useState<Point | null>(() => of && placeOf(of))
  const [semana, setSemana] = useState(() => semanaOf(aperturasOf(of?.horario ?? '') ?? []))
  const [isTried, setTried] = useState(false)
  const reload = useReload()
  const wrong = semanaProblems(semana)
  const isClosed = semana.every((turnos) => turnos.length === 0)
  const isSame =
    of !== null && JSON.stringify(semanaOf(aperturasOf(of.horario ?? '') ?? [])) === JSON.stringify(semana)
  return (
    <Editor
      title={of ? `Editar ${of.nombre}` : 'Agregar sucursal'}
      schema={SucursalForm}
      campos={[
        { name: 'nombre', label: 'Nombre' },
        { name: 'whatsapp', label: 'WhatsApp', hint: 'Con código de país: 549 3865 471200.' },
        // A new branch has no printers yet
        ...(of ? HOJAS_CAMPOS : []),
        // Above the map on which it is found
        { name: 'direccion', label: 'Dirección' },
      ]}
      inicial={{
        nombre: of?.nombre ?? '',
        direccion: of?.direccion ?? '',
        whatsapp: of?.whatsapp ?? '',
        ...enHojas(of?.hojas ?? []),
      }}
      saved="Sucursal guardada"
      check={() => {
        setTried(true)
        return wrong.some((problem) => problem !== null) ? { horario: 'Revisá esos días.' } : null
      }}
      body={(valores) => ({
        nombre: textOf(valores.nombre),
        // Empty fields are shown nowhere
        direccion: textOf(valores.direccion) || null,
        whatsapp: textOf(valores.whatsapp) || null,
        // In the owner's words, as long as the hours are the same
        horario: isSame ? of.horario : isClosed ? null : horarioOf(semana),
        lat: punto?.lat ?? null,
        lng: punto?.lng ?? null,
        hojas: OTRAS_HOJAS.filter((hoja) => valores[hoja] === true),
      })}
      together={[['lat', 'lng']]}
      save={(body) => ask('POST /api/mostrador/sucursales', { body })}
      change={
        of && ((body) => ask('PATCH /api/mostrador/sucursales/:id', { params: { id: String(of.id) }, body }))
      }
      onSaved={reload}
      onClose={onClose}
      parts={['lat', 'lng', 'horario']}
    >
      {(problems, { direccion }) => (
        <>
          <PosicionCampo
            direccion={textOf(direccion)}
            punto={punto}
            centro={centro}
            problem={problems.lat ?? problems.lng}
            onChange={setPunto}
          />
          <HorarioEditor
            semana={semana}
            problems={isTried ? wrong : []}
            general={problems.horario}
            onChange={setSemana}
          />
        </>
      )}
    </Editor>
  )
}
