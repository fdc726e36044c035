-- It spent points on a code of sheets (0023). One transaction of the server does that now (fidelidad/puntos/canje.ts).
DROP FUNCTION IF EXISTS "gastar_en_codigo"(
	integer, bigint, bigint, text, text, integer, integer, text, timestamp with time zone, timestamp with time zone
);
