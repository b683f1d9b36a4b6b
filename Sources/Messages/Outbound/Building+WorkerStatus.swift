internal import CNavigatorProto

extension Building {
  func workerStatus(_ report: WorkerStatusReport) -> [UInt8] {
    let message = make(navigator__v1__worker_status__init) { (message: inout Navigator__V1__WorkerStatus) in
      message.worker_id = text(report.workerID)
      message.application_id = text(report.applicationID)
      message.state = Navigator__V1__WorkerStatus__State(rawValue: UInt32(report.state.rawValue))
      message.reported_at = timestamp(millis: report.reportedAtMillis)
      message.started_at = timestamp(millis: report.startedAtMillis)
      message.version = text(report.version)
      if !report.networkFingerprint.isEmpty || !report.networkName.isEmpty {
        message.network = make(navigator__v1__worker_status__network__init) { network in
          network.fingerprint = text(report.networkFingerprint)
          network.name = text(report.networkName)
        }
      }
      message.conditions_version = text(report.conditionsVersion)
      message.n_partitions = report.partitions.count
      message.partitions = list(report.partitions.map { partition($0) })
      message.restore = report.restore.map { restore in
        make(navigator__v1__worker_status__restore__init) { message in
          message.restored_records = restore.restoredRecords
          message.remaining_records = restore.remainingRecords
        }
      }
      message.rates = report.rates.map { rates($0) }
      message.latencies = report.latencies.map { latencies($0) }
      message.sessions = report.sessions
      message.stream_threads = report.streamThreads
      let interval = SecondsAndNanos(millis: report.heartbeatIntervalMillis)
      message.heartbeat_interval = duration(seconds: interval.seconds, nanos: interval.nanos)
    }
    return pack(message)
  }

  private func partition(
    _ partition: WorkerStatusReport.Partition
  ) -> UnsafeMutablePointer<Navigator__V1__WorkerStatus__Partition> {
    make(navigator__v1__worker_status__partition__init) { message in
      message.topic = text(partition.topic)
      message.has_partition_case = NAVIGATOR__V1__WORKER_STATUS__PARTITION__HAS_PARTITION_PARTITION
      message.partition = partition.partition
      message.lag_records = partition.lagRecords
      if let seconds = partition.lagSeconds {
        message.has_lag_seconds_case = NAVIGATOR__V1__WORKER_STATUS__PARTITION__HAS_LAG_SECONDS_LAG_SECONDS
        message.lag_seconds = seconds
      }
      message.restored = partition.isRestored ? 1 : 0
      message.position = partition.position
    }
  }

  private func rates(
    _ rates: WorkerStatusReport.Rates
  ) -> UnsafeMutablePointer<Navigator__V1__WorkerStatus__Rates> {
    make(navigator__v1__worker_status__rates__init) { message in
      message.records_per_second = rates.records
      message.events_per_second = rates.events
      message.dead_letters_per_second = rates.deadLetters
      message.transactions_per_second = rates.transactions
    }
  }

  private func latencies(
    _ latencies: WorkerStatusReport.Latencies
  ) -> UnsafeMutablePointer<Navigator__V1__WorkerStatus__Latencies> {
    make(navigator__v1__worker_status__latencies__init) { message in
      message.record_p50_seconds = latencies.recordMedian
      message.record_p99_seconds = latencies.record99th
      message.commit_p50_seconds = latencies.commitMedian
      message.commit_p99_seconds = latencies.commit99th
    }
  }
}
