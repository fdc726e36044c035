CREATE TABLE "copias_respaldo" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copias_respaldo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cuando" timestamp with time zone NOT NULL,
	"respaldo" timestamp with time zone,
	"archivos" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"aviso" text,
	"falla" text
);
