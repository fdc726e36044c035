// The prints of the past: one impresion of each order that was made, some of them with a jam and a reprint.
import type pg from 'pg'

/** Two copiers in each branch, and the agent of its computer. Rows that exist already are used. */
const AGENTES = `
  insert into agentes (nombre, sucursal_id, token_hash, creado, visto)
  select 'Computadora de ' || s.nombre, s.id, 'lleno-' || s.id, now() - make_interval(days => $1::int), now()
  from sucursales s on conflict (token_hash) do nothing`

const IMPRESORAS = `
  insert into impresoras (nombre, sucursal_id, uri, anda, texto, vista)
  select modelo || ' de ' || s.nombre, s.id, 'ipp://127.0.0.1/' || modelo, true, 'Lista', now()
  from sucursales s cross join unnest(array['Grande', 'Chica']) modelo
  where not exists (select from impresoras i where i.nombre = modelo || ' de ' || s.nombre and i.sucursal_id = s.id)`

/** Each order prints all sides of its sheets. Of a hundred orders three jam half way, and one comes out stained. */
const PRIMERAS = `
  insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas, impresora_id, estado,
    sha256, bytes, contadas, mensaje, pedida, pedida_por, terminada, resuelta_por)
  select l.id, 1, a.nombre, a.duplicado, 2, 'largo', false, a.paginas / 2, a.paginas, m.id,
    case when f.atascada then 'cancelada' else 'impresa' end, encode(sha256(l.id::bytea), 'hex'), 40000,
    case when f.atascada then l.hojas else 2 * l.hojas end, case when f.atascada then 'Se trabó el papel.' end,
    p.pagado, 'sistema', p.pagado + interval '4 minutes', case when f.atascada then 'Dueño' end
  from lleno l join pedidos p on p.id = l.id join archivos a on a.pedido_id = l.id
  cross join lateral (select l.azar % 100 < 3 as atascada) f
  join (select id, sucursal_id, row_number() over (partition by sucursal_id order by id) as k from impresoras
    where uri like 'ipp://127.0.0.1/%') m on m.sucursal_id = p.sucursal_id and m.k = 1 + l.azar / 11 % 2
  where l.estado in ('en_produccion', 'listo', 'entregado')
  order by l.n`

const REPETIDAS = `
  insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas, impresora_id, estado,
    motivo, de_id, sha256, bytes, contadas, pedida, pedida_por, terminada)
  select i.pedido_id, i.trabajo, i.nombre, i.copias, i.lados, i.borde, i.color, i.hojas, i.paginas, i.impresora_id, 'impresa',
    case when i.estado = 'cancelada' then 'Se trabó el papel' else 'Salió manchado' end, i.id, i.sha256, i.bytes,
    2 * i.hojas * i.copias, i.terminada + interval '1 minute', 'Dueño', i.terminada + interval '4 minutes'
  from lleno l join impresiones i on i.pedido_id = l.id
  where i.estado = 'cancelada' or l.azar % 100 = 3
  order by l.n`

const INTENTOS = `
  insert into intentos (impresion_id, agente_id, cerca, arriendo_hasta, autorizado, fase, seq, job_id, impresiones, creado,
    actualizado)
  select i.id, (select min(g.id) from agentes g where g.token_hash = 'lleno-' || m.sucursal_id), nextval('intento_cerca'),
    i.terminada, i.pedida + interval '10 seconds', case i.estado when 'impresa' then 'completo' else 'verificar' end, 6, i.id,
    i.contadas, i.pedida, i.terminada
  from lleno l join impresiones i on i.pedido_id = l.id join impresoras m on m.id = i.impresora_id
  order by i.id`

/** Call it within the transaction that made the temporary table `lleno`. `days`: how far the past goes back. */
export async function fillImpresiones(client: pg.Client, days: number): Promise<void> {
  await client.query(AGENTES, [days])
  for (const fact of [IMPRESORAS, PRIMERAS, REPETIDAS, INTENTOS]) await client.query(fact)
}

/** Selects pairs of a fault and how often it occurs, to prove a whole past. */
export const WRONG_IMPRESIONES = `
  select 'orders made that never came out of a printer' as what, count(*)::int as many from pedidos p
    where p.estado in ('en_produccion', 'listo', 'entregado') and not exists (
      select from impresiones i where i.pedido_id = p.id and i.estado = 'impresa')
  union all select 'orders that came out but were never made', count(*) from pedidos p
    where p.estado not in ('en_produccion', 'listo', 'entregado') and exists (
      select from impresiones i where i.pedido_id = p.id and i.estado = 'impresa')
  union all select 'impresiones whose sheets are not what the order paid for', count(*) from impresiones i
    join (select pedido_id, sum(duplicado * ((paginas + 1) / 2)) as hojas from archivos group by 1) a using (pedido_id)
    where i.estado = 'impresa' and (i.hojas * i.copias <> a.hojas or i.contadas <> i.lados * i.hojas * i.copias)
  union all select 'impresiones without their one try', count(*) from impresiones i
    where (select count(*) from intentos t where t.impresion_id = i.id and t.impresiones = i.contadas) <> 1
  union all select 'reprints of nothing', count(*) from impresiones i where i.motivo is not null and not exists (
      select from impresiones o where o.id = i.de_id and o.pedido_id = i.pedido_id and o.id < i.id)
  union all select 'jams that were not printed again', count(*) from impresiones i
    where i.estado = 'cancelada' and not exists (select from impresiones o where o.de_id = i.id)
  union all select 'days whose kept total of the printers is not their facts', count(*) from (
      select dia, sum((f ->> 'contadas')::bigint) as kept from totales, jsonb_array_elements(filas) f
      where que = 'impresoras' group by 1) t
    where t.kept <> (select coalesce(sum(contadas), 0) from impresiones i
      where i.terminada >= t.dia::timestamp at time zone 'America/Argentina/Tucuman'
        and i.terminada < (t.dia + 1)::timestamp at time zone 'America/Argentina/Tucuman')`
