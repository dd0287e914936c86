"""What was meant by text that should have been JSON, where it can mean one thing only."""
