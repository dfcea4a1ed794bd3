#!/bin/bash
# As the image apache/kafka does: KAFKA_NAME_OF_PROPERTY becomes name.of.property, and an empty store is formatted.
set -euo pipefail
properties=/tmp/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  name=${name#KAFKA_}
  echo "$(echo "${name,,}" | tr _ .)=$value"
done > "$properties"
run=(java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp '/opt/kafka/libs/*')
if [ ! -e "$KAFKA_LOG_DIRS/meta.properties" ]; then
  "${run[@]}" kafka.tools.StorageTool format "--cluster-id=$CLUSTER_ID" -c "$properties"
fi
exec "${run[@]}" kafka.Kafka "$properties"
