"""The log on disk: segments of frames, HEAD, blobs, and the one writer."""
